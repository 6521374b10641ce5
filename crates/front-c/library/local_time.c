// Local time. It is taken to be universal time, which is an assumption of the result.
typedef long time_t;
void __tribunal_unsupported(const char *what);
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
struct tm *gmtime(const time_t *time);
struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict out);
time_t timegm(struct tm *time);
char *asctime(const struct tm *time);
char *asctime_r(const struct tm *restrict time, char *restrict out);

static struct tm *named(struct tm *time) {
    if (time)
        time->tm_zone = "UTC";
    return time;
}

struct tm *localtime(const time_t *time) { return named(gmtime(time)); }
struct tm *localtime_r(const time_t *restrict time, struct tm *restrict out) { return named(gmtime_r(time, out)); }

time_t mktime(struct tm *time) {
    if (time->tm_isdst > 0)
        __tribunal_unsupported("the function `mktime` of a time in summer");
    time_t result = timegm(time);
    named(time);
    return result;
}

time_t timelocal(struct tm *time) { return mktime(time); }

char *ctime(const time_t *time) {
    const struct tm *local = localtime(time);
    return local ? asctime(local) : 0;
}

char *ctime_r(const time_t *restrict time, char *restrict out) {
    struct tm local;
    return localtime_r(time, &local) ? asctime_r(&local, out) : 0;
}

void tzset(void) {}
