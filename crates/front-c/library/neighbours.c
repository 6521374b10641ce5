// Functions on floats that are exact: remainders, exponents, the next number.
void __tribunal_set_errno(int error);
void __tribunal_unsupported(const char *what);
double fmod(double x, double y);
float fmodf(float x, float y);
enum { domain = 33, range = 34 };

double remainder(double x, double y) {
    if (x != x || y != y)
        return x + y;
    if (__builtin_isinf(x) || y == 0) {
        __tribunal_set_errno(domain);
        return (x - x) / (x - x);
    }
    if (__builtin_isinf(y))
        return x;
    double size = __builtin_fabs(x), unit = __builtin_fabs(y);
    // Less than two units; twice a greatest number is infinite, and leaves all.
    double rest = unit + unit < __builtin_inf() ? fmod(size, unit + unit) : size;
    if (rest > unit - rest) {
        rest -= unit;
        if (rest >= unit - rest)
            rest -= unit;
    }
    // glibc gives some of these zeros the other sign.
    if (rest == 0 && unit < 0x1p-1021)
        __tribunal_unsupported("a remainder of zero by so small a number");
    return __builtin_signbit(x) ? -rest : rest;
}

double drem(double x, double y) { return remainder(x, y); }

float remainderf(float x, float y) { return (float)remainder(x, y); }

double nextafter(double x, double towards) {
    union {
        double value;
        unsigned long long bits;
    } it = {x};
    if (x != x || towards != towards)
        return x + towards;
    if (x == towards)
        return towards;
    if (x == 0) {
        it.bits = 1;
        return towards > 0 ? it.value : -it.value;
    }
    it.bits += (x < towards) == (x > 0) ? 1 : -1;
    int exponent = it.bits >> 52 & 2047;
    if (exponent == 2047 || exponent == 0)
        __tribunal_set_errno(range);
    return it.value;
}

float nextafterf(float x, float towards) {
    union {
        float value;
        unsigned bits;
    } it = {x};
    if (x != x || towards != towards)
        return x + towards;
    if (x == towards)
        return towards;
    if (x == 0) {
        it.bits = 1;
        return towards > 0 ? it.value : -it.value;
    }
    it.bits += (x < towards) == (x > 0) ? 1 : -1;
    int exponent = it.bits >> 23 & 255;
    if (exponent == 255 || exponent == 0)
        __tribunal_set_errno(range);
    return it.value;
}

int ilogb(double x) {
    union {
        double value;
        unsigned long long bits;
    } it = {x};
    int exponent = it.bits >> 52 & 2047;
    if (exponent == 2047 || x == 0) {
        __tribunal_set_errno(domain);
        return x == 0 || x != x ? -0x7fffffff - 1 : 0x7fffffff;
    }
    if (exponent != 0)
        return exponent - 1023;
    it.value = x * 0x1p54;
    return (int)(it.bits >> 52 & 2047) - 1023 - 54;
}

int ilogbf(float x) { return ilogb(x); }

double logb(double x) {
    if (x == 0)
        return -__builtin_inf();
    return x != x || __builtin_isinf(x) ? x * x : ilogb(x);
}

float logbf(float x) { return (float)logb(x); }
