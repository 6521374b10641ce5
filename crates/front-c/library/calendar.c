// Dates of the Gregorian calendar, in universal time.
typedef long time_t;
typedef __SIZE_TYPE__ size_t;
void __tribunal_set_errno(int error);
void __tribunal_unsupported(const char *what);
enum { overflow = 75, per_day = 86400, era = 146097 };

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

static int is_leap(long long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

// Days before a month in a year that is not a leap year.
static const short before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict out) {
    long long days = *time / per_day, rest = *time % per_day;
    if (rest < 0) {
        rest += per_day;
        days--;
    }
    out->tm_hour = (int)(rest / 3600);
    out->tm_min = (int)(rest / 60 % 60);
    out->tm_sec = (int)(rest % 60);
    // The first of January 1970 was a Thursday.
    int weekday = (int)((days + 4) % 7);
    out->tm_wday = weekday < 0 ? weekday + 7 : weekday;
    // Years that start in March end with the leap day. Such years repeat every 400.
    long long shifted = days + 719468;
    long long eras = (shifted >= 0 ? shifted : shifted - (era - 1)) / era;
    int day = (int)(shifted - eras * era);
    int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    int of_year = day - (365 * year + year / 4 - year / 100);
    int month = (5 * of_year + 2) / 153;
    long long full = eras * 400 + year + (month >= 10);
    if (full - 1900 > 0x7fffffff || full - 1900 < -0x7fffffff - 1) {
        __tribunal_set_errno(overflow);
        return 0;
    }
    out->tm_mday = of_year - (153 * month + 2) / 5 + 1;
    out->tm_mon = month < 10 ? month + 2 : month - 10;
    out->tm_year = (int)(full - 1900);
    out->tm_yday = before[out->tm_mon] + out->tm_mday - 1 + (out->tm_mon > 1 && is_leap(full));
    out->tm_isdst = 0;
    out->tm_gmtoff = 0;
    out->tm_zone = "GMT";
    return out;
}

static struct tm kept;
struct tm *gmtime(const time_t *time) { return gmtime_r(time, &kept); }

time_t timegm(struct tm *time) {
    long long months = time->tm_mon, year = time->tm_year + 1900LL;
    year += months / 12;
    months %= 12;
    if (months < 0) {
        months += 12;
        year--;
    }
    // Days before the year, from 1970 on.
    long long past = year - 1;
    long long leaps = (past >= 0 ? past / 4 - past / 100 + past / 400 : (past - 3) / 4 - (past - 99) / 100 + (past - 399) / 400);
    long long days = 365 * (year - 1970) + leaps - 477 + before[months] + (months > 1 && is_leap(year)) + (time->tm_mday - 1LL);
    long long seconds = days * per_day + time->tm_hour * 3600LL + time->tm_min * 60LL + time->tm_sec;
    if (seconds != (time_t)seconds) {
        __tribunal_set_errno(overflow);
        return -1;
    }
    time_t result = (time_t)seconds;
    // What cannot be told stays as it is.
    struct tm told;
    if (!gmtime_r(&result, &told))
        return -1;
    *time = told;
    return result;
}

static char *number(char *to, int value, int width, char fill) {
    for (int at = width - 1; at >= 0; at--) {
        to[at] = value != 0 || at == width - 1 ? (char)('0' + value % 10) : fill;
        value /= 10;
    }
    return to + width;
}

char *asctime_r(const struct tm *restrict time, char *restrict out) {
    static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    if (time->tm_wday < 0 || time->tm_wday > 6 || time->tm_mon < 0 || time->tm_mon > 11 || time->tm_mday < 0 || time->tm_mday > 99 ||
        time->tm_hour < 0 || time->tm_hour > 99 || time->tm_min < 0 || time->tm_min > 99 || time->tm_sec < 0 || time->tm_sec > 99 ||
        time->tm_year < 1000 - 1900 || time->tm_year > 9999 - 1900)
        __tribunal_unsupported("the function `asctime` of no usual date");
    char *to = out;
    for (int i = 0; i < 3; i++)
        *to++ = days[3 * time->tm_wday + i];
    *to++ = ' ';
    for (int i = 0; i < 3; i++)
        *to++ = months[3 * time->tm_mon + i];
    to = number(to, time->tm_mday, 3, ' ');
    *to++ = ' ';
    to = number(to, time->tm_hour, 2, '0');
    *to++ = ':';
    to = number(to, time->tm_min, 2, '0');
    *to++ = ':';
    to = number(to, time->tm_sec, 2, '0');
    *to++ = ' ';
    to = number(to, time->tm_year + 1900, 4, '0');
    *to++ = '\n';
    *to = 0;
    return out;
}

static char text[26];
char *asctime(const struct tm *time) { return asctime_r(time, text); }
