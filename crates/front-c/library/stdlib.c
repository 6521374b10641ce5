// Numbers and sorting: stdlib.h without memory and the end of the program, which the front end knows by itself.
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void *realloc(void *p, size_t size);
void __tribunal_unsupported(void);
void __VERIFIER_assume(int condition);
int nondet_int(void);

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

long long strtoll(const char *s, char **end, int base) {
    if (sizeof(long) != sizeof(long long))
        __tribunal_unsupported();
    return strtol(s, end, base);
}
long long atoll(const char *s) { return strtoll(s, 0, 10); }

unsigned long strtoul(const char *s, char **end, int base) {
    const unsigned long most = ~0UL;
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
    unsigned long value = 0;
    int any = 0, full = 0;
    for (; digit(*s) < base; s++) {
        any = 1;
        unsigned long d = digit(*s);
        if (full || value > (most - d) / base)
            full = 1;
        else
            value = value * base + d;
    }
    if (end)
        *end = (char *)(any ? s : start);
    return full ? most : negative ? -value : value;
}

unsigned long long strtoull(const char *s, char **end, int base) {
    if (sizeof(long) != sizeof(long long))
        __tribunal_unsupported();
    return strtoul(s, end, base);
}

typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
div_t div(int a, int b) {
    div_t result = {a / b, a % b};
    return result;
}
ldiv_t ldiv(long a, long b) {
    ldiv_t result = {a / b, a % b};
    return result;
}

int rand(void) {
    int n = nondet_int();
    __VERIFIER_assume(n >= 0);
    return n;
}
long random(void) { return rand(); }

void *aligned_alloc(size_t alignment, size_t size) { return malloc(size); }
void *memalign(size_t alignment, size_t size) { return malloc(size); }
void *valloc(size_t size) { return malloc(size); }
int posix_memalign(void **to, size_t alignment, size_t size) {
    void *p = malloc(size);
    if (!p)
        return 12;
    *to = p;
    return 0;
}
void *reallocarray(void *p, size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size)
        return 0;
    return realloc(p, count * size);
}
