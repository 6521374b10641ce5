// Exact functions on `float`, where `double` has all that they need.
void __tribunal_set_errno(int error);
double frexp(double x, int *exponent);
double ldexp(double x, int exponent);
enum { out_of_range = 34 };

float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }

float ldexpf(float x, int exponent) {
    float result = (float)ldexp(x, exponent);
    int is_lost = !__builtin_isfinite(result) || result == 0;
    if (is_lost && __builtin_isfinite(x) && x != 0)
        __tribunal_set_errno(out_of_range);
    return result;
}

float scalbnf(float x, int exponent) { return ldexpf(x, exponent); }
static int near(long exponent) { return exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : (int)exponent; }
double scalbln(double x, long exponent) { return ldexp(x, near(exponent)); }
float scalblnf(float x, long exponent) { return ldexpf(x, near(exponent)); }

float modff(float x, float *whole) {
    *whole = __builtin_truncf(x);
    float part = __builtin_isinf(x) ? 0.0f : x - *whole;
    return x != x ? x : __builtin_copysignf(part, x);
}

long lroundf(float x) { return (long)__builtin_roundf(x); }
long long llroundf(float x) { return (long long)__builtin_roundf(x); }
long lrintf(float x) { return (long)__builtin_rintf(x); }
long long llrintf(float x) { return (long long)__builtin_rintf(x); }

float fdimf(float x, float y) {
    float result = x != x || y != y ? x + y : x > y ? x - y : 0.0f;
    if (__builtin_isinf(result) && !__builtin_isinf(x) && !__builtin_isinf(y))
        __tribunal_set_errno(out_of_range);
    return result;
}
