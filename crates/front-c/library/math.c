// Functions on floats that are exact.
void __tribunal_set_errno(int error);
enum { out_of_range = 34 };

double frexp(double x, int *exponent) {
    union {
        double value;
        unsigned long long bits;
    } it = {x};
    int found = it.bits >> 52 & 2047;
    *exponent = 0;
    if (x == 0 || found == 2047)
        return x;
    if (found == 0) {
        it.value = x * 18014398509481984.0; // two to the power of 54
        found = (int)(it.bits >> 52 & 2047) - 54;
    }
    *exponent = found - 1022;
    it.bits = (it.bits & ~(2047ULL << 52)) | 1022ULL << 52;
    return it.value;
}

static double scaled(double x, int exponent) {
    union {
        double value;
        unsigned long long bits;
    } power;
    // Steps that are exact, but the last one, which rounds once.
    if (exponent > 1023) {
        x *= 0x1p1023;
        exponent -= 1023;
        if (exponent > 1023) {
            x *= 0x1p1023;
            exponent = exponent - 1023 > 1023 ? 1023 : exponent - 1023;
        }
    } else if (exponent < -1022) {
        x *= 0x1p-1022 * 0x1p53;
        exponent += 1022 - 53;
        if (exponent < -1022) {
            x *= 0x1p-1022 * 0x1p53;
            exponent = exponent + 1022 - 53 < -1022 ? -1022 : exponent + 1022 - 53;
        }
    }
    power.bits = (unsigned long long)(exponent + 1023) << 52;
    return x * power.value;
}

double ldexp(double x, int exponent) {
    double result = scaled(x, exponent);
    int is_lost = !__builtin_isfinite(result) || result == 0;
    if (is_lost && __builtin_isfinite(x) && x != 0)
        __tribunal_set_errno(out_of_range);
    return result;
}

double scalbn(double x, int exponent) { return ldexp(x, exponent); }

double modf(double x, double *whole) {
    *whole = __builtin_trunc(x);
    double part = __builtin_isinf(x) ? 0.0 : x - *whole;
    return x != x ? x : __builtin_copysign(part, x);
}

long lround(double x) { return (long)__builtin_round(x); }
long long llround(double x) { return (long long)__builtin_round(x); }
long lrint(double x) { return (long)__builtin_rint(x); }
long long llrint(double x) { return (long long)__builtin_rint(x); }

double fdim(double x, double y) {
    double result = x != x || y != y ? x + y : x > y ? x - y : 0.0;
    if (__builtin_isinf(result) && !__builtin_isinf(x) && !__builtin_isinf(y))
        __tribunal_set_errno(out_of_range);
    return result;
}
