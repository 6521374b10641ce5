// Floats from text, rounded once. Numbers of very many digits or of extreme size are not supported.
void __tribunal_unsupported(const char *what);

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 wide;
#else
typedef unsigned long long wide;
#endif

enum { nothing, finite, infinite, not_a_number, far = 100000 };

// A number is `digits` times two to the power of `exponent`. The last bit also stands for whatever is lost.
struct number {
    int kind, negative, exponent;
    wide digits;
};

static void give_up(void) { __tribunal_unsupported("a float of so many digits, or of such a size"); }

static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

// How many characters of a word are there: all of them, or none.
static int has(const char *s, const char *word) {
    int n = 0;
    while (word[n] != 0 && lower(s[n]) == word[n])
        n++;
    return word[n] == 0 ? n : 0;
}

static int digit(char c, int base) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (base == 16 && lower(c) >= 'a' && lower(c) <= 'f')
        return lower(c) - 'a' + 10;
    return -1;
}

static const char *word(const char *s, struct number *it) {
    int n = has(s, "inf");
    if (n) {
        it->kind = infinite;
        return s + n + has(s + n, "inity");
    }
    n = has(s, "nan");
    if (!n)
        return 0;
    it->kind = not_a_number;
    s += n;
    if (*s != '(')
        return s;
    const char *in = s + 1;
    while ((*in >= '0' && *in <= '9') || (lower(*in) >= 'a' && lower(*in) <= 'z') || *in == '_')
        in++;
    if (*in != ')')
        return s;
    if (in != s + 1)
        __tribunal_unsupported("a NaN with a content");
    return in + 1;
}

// Decimal digits times ten to a power.
static void scale(struct number *it, int power) {
    if (it->digits == 0)
        return;
    for (; power > 0; power--) {
        if (it->digits > ~(wide)0 / 10)
            give_up();
        it->digits *= 10;
    }
    if (power < 0) {
        if (power < -18 || sizeof(wide) < 16)
            give_up();
        wide divisor = 1;
        for (; power < 0; power++)
            divisor *= 10;
        while (it->digits >> (8 * sizeof(wide) - 1) == 0) {
            it->digits <<= 1;
            it->exponent--;
        }
        wide rest = it->digits % divisor;
        it->digits = it->digits / divisor | (rest != 0);
    }
}

static int exponent(const char **s, char letter) {
    const char *at = *s;
    if (lower(*at) != letter)
        return 0;
    at++;
    int negative = *at == '-', value = 0;
    if (*at == '-' || *at == '+')
        at++;
    if (digit(*at, 10) < 0)
        return 0;
    for (; digit(*at, 10) >= 0; at++)
        value = value < far ? 10 * value + digit(*at, 10) : value;
    *s = at;
    return negative ? -value : value;
}

static const char *digits(const char *s, struct number *it, int base) {
    int any = 0, point = 0, count = 0, power = 0, most = base == 16 ? 15 : 18;
    for (;; s++) {
        int d = digit(*s, base);
        if (*s == '.' && !point) {
            point = 1;
            continue;
        }
        if (d < 0)
            break;
        any = 1;
        if (it->digits != 0 || d != 0)
            count++;
        if (count > most && d != 0)
            give_up();
        if (count <= most) {
            it->digits = it->digits * base + d;
            power -= point;
        } else {
            power += !point;
        }
    }
    if (!any)
        return 0;
    it->kind = finite;
    int further = exponent(&s, base == 16 ? 'p' : 'e');
    if (base == 10)
        scale(it, power + further);
    else
        it->exponent = 4 * power + further;
    return s;
}

static struct number number(const char *s, char **end) {
    struct number it = {nothing, 0, 0, 0};
    const char *at = s, *after = 0;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    it.negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if (lower(*at) == 'i' || lower(*at) == 'n')
        after = word(at, &it);
    else if (at[0] == '0' && lower(at[1]) == 'x')
        after = digits(at + 2, &it, 16);
    if (!after)
        after = digits(at, &it, 10);
    if (end)
        *end = (char *)(after ? after : s);
    return it;
}

// Multiplies by a power of two, exactly.
static long double times(long double value, int power) {
    for (; power > 0; power--)
        value *= 2;
    for (; power < 0; power++)
        value /= 2;
    return value;
}

// Away from the ends of the range of a type, where results are rounded otherwise.
static void expect_between(const struct number *it, int least, int most) {
    int power = it->exponent;
    for (wide rest = it->digits; rest > 1; rest >>= 1)
        power++;
    if (it->digits != 0 && (power < least || power > most))
        give_up();
}

double strtod(const char *s, char **end) {
    struct number it = number(s, end);
    double value = 0;
    if (it.kind == infinite)
        value = __builtin_inf();
    if (it.kind == not_a_number)
        value = __builtin_nan("");
    expect_between(&it, -1000, 1000);
    if (it.kind == finite)
        value = (double)times((double)it.digits, it.exponent);
    return it.negative && it.kind != nothing ? -value : value;
}

float strtof(const char *s, char **end) {
    struct number it = number(s, end);
    float value = 0;
    if (it.kind == infinite)
        value = __builtin_inff();
    if (it.kind == not_a_number)
        value = __builtin_nanf("");
    expect_between(&it, -120, 120);
    if (it.kind == finite)
        value = (float)times((float)it.digits, it.exponent);
    return it.negative && it.kind != nothing ? -value : value;
}

long double strtold(const char *s, char **end) {
    struct number it = number(s, end);
    long double value = 0;
    if (it.kind == infinite)
        value = __builtin_infl();
    if (it.kind == not_a_number)
        value = __builtin_nanl("");
    expect_between(&it, -1000, 1000);
    if (it.kind == finite)
        value = times((long double)it.digits, it.exponent);
    return it.negative && it.kind != nothing ? -value : value;
}

double atof(const char *s) { return strtod(s, 0); }
