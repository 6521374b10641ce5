// Numbers: stdlib.h and inttypes.h.
void __tribunal_set_errno(int error);
enum { invalid = 22, out_of_range = 34 };
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
intmax_t imaxabs(intmax_t n) { return n < 0 ? -n : n; }

int ffs(int n) { return __builtin_ffs(n); }
int ffsl(long n) { return __builtin_ffsl(n); }
int ffsll(long long n) { return __builtin_ffsll(n); }

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

static const char *after_spaces(const char *s) {
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    return s;
}

static int is_hexadecimal(const char *s, int base) {
    return (base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16;
}

static int is_wrong(int base) {
    if (base >= 0 && base != 1 && base <= 36)
        return 0;
    __tribunal_set_errno(invalid);
    return 1;
}

static long long with_sign(const char *s, char **end, int base, long long least) {
    if (is_wrong(base))
        return 0;
    const char *at = after_spaces(s);
    int negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if (is_hexadecimal(at, base)) {
        base = 16;
        at += 2;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    const char *digits = at;
    long long value = 0;
    int full = 0;
    for (; digit(*at) < base; at++) {
        int d = digit(*at);
        if (full || value < (least + d) / base)
            full = 1;
        else
            value = value * base - d;
    }
    if (end)
        *end = (char *)(at == digits ? s : at);
    if (full || (!negative && value == least)) {
        __tribunal_set_errno(out_of_range);
        return negative ? least : -(least + 1);
    }
    return negative ? value : -value;
}

static unsigned long long without_sign(const char *s, char **end, int base, unsigned long long most) {
    if (is_wrong(base))
        return 0;
    const char *at = after_spaces(s);
    int negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if (is_hexadecimal(at, base)) {
        base = 16;
        at += 2;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    const char *digits = at;
    unsigned long long value = 0;
    int full = 0;
    for (; digit(*at) < base; at++) {
        unsigned d = digit(*at);
        if (full || value > (most - d) / base)
            full = 1;
        else
            value = value * base + d;
    }
    if (end)
        *end = (char *)(at == digits ? s : at);
    if (full) {
        __tribunal_set_errno(out_of_range);
        return most;
    }
    return negative ? -value : value;
}

long strtol(const char *s, char **end, int base) { return (long)with_sign(s, end, base, -__LONG_MAX__ - 1); }
long long strtoll(const char *s, char **end, int base) { return with_sign(s, end, base, -__LONG_LONG_MAX__ - 1); }
intmax_t strtoimax(const char *s, char **end, int base) { return with_sign(s, end, base, -__INTMAX_MAX__ - 1); }
unsigned long strtoul(const char *s, char **end, int base) { return (unsigned long)without_sign(s, end, base, ~0UL); }
unsigned long long strtoull(const char *s, char **end, int base) { return without_sign(s, end, base, ~0ULL); }
uintmax_t strtoumax(const char *s, char **end, int base) { return without_sign(s, end, base, ~(uintmax_t)0); }

int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }

typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;
typedef struct {
    intmax_t quot, rem;
} imaxdiv_t;
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }
