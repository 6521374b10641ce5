// Numbers and sorting: stdlib.h without memory and the end of the program, which the front end knows by itself.
typedef __SIZE_TYPE__ size_t;

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

long strtol(const char *s, char **end, int base) {
    const long most = (long)(~0UL >> 1), least = -most - 1;
    const char *start = s;
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    int negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16) {
        base = 16;
        s += 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    long value = 0;
    int any = 0, full = 0;
    for (; digit(*s) < base; s++) {
        any = 1;
        int d = digit(*s);
        if (full || value < (least + d) / base)
            full = 1;
        else
            value = value * base - d;
    }
    if (end)
        *end = (char *)(any ? s : start);
    if (full)
        return negative ? least : most;
    if (negative)
        return value;
    return value == least ? most : -value;
}

int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
