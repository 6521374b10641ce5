// The locale. There is only one here, "C".
void __tribunal_unsupported(const char *what);
void __tribunal_set_errno(int error);
enum { invalid = 22 };

char *setlocale(int category, const char *locale) {
    static const char name[] = "C";
    const char *posix = "POSIX";
    if (category < 0 || category > 12) {
        __tribunal_set_errno(invalid);
        return 0;
    }
    if (!locale || (locale[0] == 'C' && locale[1] == 0))
        return (char *)name;
    for (int i = 0; locale[i] == posix[i]; i++)
        if (locale[i] == 0)
            return (char *)name;
    __tribunal_unsupported("another locale than \"C\"");
    return 0;
}

struct lconv {
    char *decimal_point, *thousands_sep, *grouping;
    char *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep, *mon_grouping;
    char *positive_sign, *negative_sign;
    char numbers[14];
};

struct lconv *localeconv(void) {
    enum { unknown = 127 };
    static struct lconv known = {".", "", "", "", "", "", "", "", "", ""};
    for (int i = 0; i < 14; i++)
        known.numbers[i] = unknown;
    return &known;
}
