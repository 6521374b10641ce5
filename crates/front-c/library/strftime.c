// Dates as text, in the locale "C".
typedef __SIZE_TYPE__ size_t;
void __tribunal_unsupported(const char *what);

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct text {
    char *to;
    size_t used, size;
};

static void put(struct text *text, char c) {
    if (text->used < text->size)
        text->to[text->used] = c;
    text->used++;
}

static void put_name(struct text *text, const char *names, int number, int is_full) {
    // Names end where the next upper case letter starts.
    for (; number > 0; number--)
        for (names++; *names >= 'a'; names++)
            ;
    put(text, *names);
    for (int i = 1; names[i] >= 'a' && (is_full || i < 3); i++)
        put(text, names[i]);
}

static void put_number(struct text *text, long number, int width, char fill) {
    char digits[24];
    int count = 0;
    unsigned long size = number < 0 ? -(unsigned long)number : (unsigned long)number;
    do {
        digits[count++] = (char)('0' + size % 10);
        size /= 10;
    } while (size != 0);
    if (number < 0) {
        put(text, '-');
        width--;
    }
    for (; width > count; width--)
        put(text, fill);
    while (count > 0)
        put(text, digits[--count]);
}

static int in(int least, int value, int most) { return least <= value && value <= most; }

static void format_into(struct text *text, const char *format, const struct tm *time) {
    static const char days[] = "SundayMondayTuesdayWednesdayThursdayFridaySaturday";
    static const char months[] = "JanuaryFebruaryMarchAprilMayJuneJulyAugustSeptemberOctoberNovemberDecember";
    for (; *format != 0; format++) {
        if (*format != '%') {
            put(text, *format);
            continue;
        }
        format++;
        long year = time->tm_year + 1900L;
        int hour = time->tm_hour % 12 == 0 ? 12 : time->tm_hour % 12;
        switch (*format) {
        case '%': put(text, '%'); break;
        case 'n': put(text, '\n'); break;
        case 't': put(text, '\t'); break;
        case 'a':
        case 'A': put_name(text, days, time->tm_wday, *format == 'A'); break;
        case 'b':
        case 'h':
        case 'B': put_name(text, months, time->tm_mon, *format == 'B'); break;
        case 'c': format_into(text, "%a %b %e %H:%M:%S %Y", time); break;
        case 'C': put_number(text, year / 100, 2, '0'); break;
        case 'd': put_number(text, time->tm_mday, 2, '0'); break;
        case 'D':
        case 'x': format_into(text, "%m/%d/%y", time); break;
        case 'e': put_number(text, time->tm_mday, 2, ' '); break;
        case 'F': format_into(text, "%Y-%m-%d", time); break;
        case 'H': put_number(text, time->tm_hour, 2, '0'); break;
        case 'I': put_number(text, hour, 2, '0'); break;
        case 'j': put_number(text, time->tm_yday + 1, 3, '0'); break;
        case 'm': put_number(text, time->tm_mon + 1, 2, '0'); break;
        case 'M': put_number(text, time->tm_min, 2, '0'); break;
        case 'p': put(text, time->tm_hour < 12 ? 'A' : 'P'), put(text, 'M'); break;
        case 'r': format_into(text, "%I:%M:%S %p", time); break;
        case 'R': format_into(text, "%H:%M", time); break;
        case 'S': put_number(text, time->tm_sec, 2, '0'); break;
        case 'T':
        case 'X': format_into(text, "%H:%M:%S", time); break;
        case 'u': put_number(text, time->tm_wday == 0 ? 7 : time->tm_wday, 1, '0'); break;
        case 'U': put_number(text, (time->tm_yday + 7 - time->tm_wday) / 7, 2, '0'); break;
        case 'w': put_number(text, time->tm_wday, 1, '0'); break;
        case 'W': put_number(text, (time->tm_yday + 7 - (time->tm_wday + 6) % 7) / 7, 2, '0'); break;
        case 'y': put_number(text, year % 100, 2, '0'); break;
        case 'Y': put_number(text, year, 1, '0'); break;
        default: __tribunal_unsupported("such a directive of a format for dates");
        }
    }
}

size_t strftime(char *restrict out, size_t size, const char *restrict format, const struct tm *restrict time) {
    // Another date would be told in ways of glibc's own.
    if (!in(0, time->tm_sec, 60) || !in(0, time->tm_min, 59) || !in(0, time->tm_hour, 23) || !in(1, time->tm_mday, 31) ||
        !in(0, time->tm_mon, 11) || !in(0, time->tm_wday, 6) || !in(0, time->tm_yday, 365) || !in(1000 - 1900, time->tm_year, 9999 - 1900))
        __tribunal_unsupported("the function `strftime` of no usual date");
    struct text text = {out, 0, size};
    format_into(&text, format, time);
    put(&text, 0);
    return text.used <= size ? text.used - 1 : 0;
}
