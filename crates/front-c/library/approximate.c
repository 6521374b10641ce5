// Functions on floats that no rule determines to the last digit. Where a result is not exact it is any number that mathematics allows there, and
// nothing that goes wrong afterwards counts: it could depend on how a library rounds. The slack of some bounds covers that they round.
void __tribunal_imprecise(void);
void __tribunal_set_errno(int error);
double nondet_double(void);
int nondet_int(void);
enum { domain = 33, range = 34 };

static double between(double least, double most) {
    __tribunal_imprecise();
    double result = nondet_double();
    return least <= result && result <= most ? result : least;
}

// The same where the result may be out of range.
static double within(double least, double most) {
    if (nondet_int())
        __tribunal_set_errno(range);
    return between(least, most);
}

static double outside(double x) {
    if (x == x)
        __tribunal_set_errno(domain);
    return (x - x) / (x - x);
}

static int is_whole(double x) { return __builtin_trunc(x) == x; }
static int is_even(double x) { return is_whole(x) && is_whole(x / 2); }
static int is_finite(double x) { return __builtin_isfinite(x); }

double sin(double x) { return x == 0 ? x : !is_finite(x) ? outside(x) : between(-1, 1); }
double cos(double x) { return x == 0 ? 1 : !is_finite(x) ? outside(x) : between(-1, 1); }
double tan(double x) { return x == 0 ? x : !is_finite(x) ? outside(x) : between(-0x1p1023, 0x1p1023); }
double asin(double x) { return x == 0 || x != x ? x : x < -1 || x > 1 ? outside(x) : x > 0 ? between(0, 1.58) : between(-1.58, 0); }
double acos(double x) { return x == 1 ? 0 : x != x ? x : x < -1 || x > 1 ? outside(x) : between(0, 3.15); }
double atan(double x) { return x == 0 || x != x ? x : x > 0 ? between(0, 1.58) : between(-1.58, 0); }

double exp(double x) {
    if (x == 0)
        return 1;
    if (x != x)
        return x;
    if (!is_finite(x))
        return x > 0 ? x : 0;
    return x > 0 ? within(1, __builtin_inf()) : within(0, 1);
}

static double logarithm(double x) {
    if (x == 1)
        return 0;
    if (x == 0) {
        __tribunal_set_errno(range);
        return -__builtin_inf();
    }
    if (x != x || x < 0)
        return outside(x);
    if (!is_finite(x))
        return x;
    return x > 1 ? between(0, 1100) : between(-1100, 0);
}

double log(double x) { return logarithm(x); }
double log2(double x) { return logarithm(x); }
double log10(double x) { return logarithm(x); }

double pow(double x, double y) {
    if (y == 0 || x == 1)
        return 1;
    if (y == 1 || x != x)
        return x;
    if (y != y)
        return y;
    if (x < 0 && is_finite(x) && is_finite(y) && !is_whole(y))
        return outside(x);
    return x > 0 || is_even(y) || !is_finite(y) ? within(0, __builtin_inf()) : within(-__builtin_inf(), __builtin_inf());
}

double hypot(double x, double y) {
    if (__builtin_isinf(x) || __builtin_isinf(y))
        return __builtin_inf();
    if (x != x || y != y)
        return x + y;
    return x == 0 ? __builtin_fabs(y) : y == 0 ? __builtin_fabs(x) : within(0, __builtin_inf());
}

double exp2(double x) {
    if (x == 0)
        return 1;
    if (x != x)
        return x;
    if (!is_finite(x))
        return x > 0 ? x : 0;
    return x > 0 ? within(1, __builtin_inf()) : within(0, 1);
}

double exp10(double x) { return exp2(x); }

double expm1(double x) {
    if (x == 0 || x != x)
        return x;
    if (!is_finite(x))
        return x > 0 ? x : -1;
    return x > 0 ? within(0, __builtin_inf()) : within(-1, 0);
}

double log1p(double x) {
    if (x == 0 || x != x)
        return x;
    if (x == -1) {
        __tribunal_set_errno(range);
        return -__builtin_inf();
    }
    if (x < -1)
        return outside(x);
    if (!is_finite(x))
        return x;
    return x > 0 ? within(0, 1100) : within(-1100, 0);
}

// Functions that have the sign of their argument, and are 0 where that is.
static double odd(double x, double most) { return x > 0 ? within(0, most) : within(-most, 0); }

double sinh(double x) { return x == 0 || !is_finite(x) ? x : odd(x, __builtin_inf()); }
double cosh(double x) { return x == 0 ? 1 : !is_finite(x) ? x * x : within(0.99, __builtin_inf()); }
double tanh(double x) { return x == 0 || x != x ? x : !is_finite(x) ? (x > 0 ? 1 : -1) : odd(x, 1); }
double asinh(double x) { return x == 0 || !is_finite(x) ? x : odd(x, 711); }
double acosh(double x) { return x == 1 ? 0 : x < 1 ? outside(x) : !is_finite(x) ? x : within(0, 711); }
double cbrt(double x) { return x == 0 || !is_finite(x) ? x : odd(x, 0x1p342); }
double erf(double x) { return x == 0 || x != x ? x : !is_finite(x) ? (x > 0 ? 1 : -1) : odd(x, 1); }
double erfc(double x) { return x == 0 ? 1 : x != x ? x : !is_finite(x) ? (x > 0 ? 0 : 2) : x > 0 ? within(0, 1) : within(1, 2); }

double atanh(double x) {
    if (x == 0 || x != x)
        return x;
    if (x == 1 || x == -1) {
        __tribunal_set_errno(range);
        return x * __builtin_inf();
    }
    return x < -1 || x > 1 ? outside(x) : odd(x, 20);
}

double atan2(double y, double x) {
    if (x != x || y != y)
        return x + y;
    int is_left = __builtin_signbit(x) != 0;
    if (y == 0 && !is_left || __builtin_isinf(x) && !is_left && is_finite(y))
        return __builtin_copysign(0, y);
    return __builtin_signbit(y) ? within(-3.15, 0) : within(0, 3.15);
}

double lgamma(double x) {
    if (x == 1 || x == 2)
        return 0;
    if (x != x || __builtin_isinf(x))
        return x * x;
    if (x <= 0 && is_whole(x)) {
        __tribunal_set_errno(range);
        return __builtin_inf();
    }
    return within(-__builtin_inf(), __builtin_inf());
}

double tgamma(double x) {
    if (x == 0) {
        __tribunal_set_errno(range);
        return 1 / x;
    }
    if (x < 0 && is_whole(x))
        return outside(x);
    if (x != x || __builtin_isinf(x))
        return x;
    return within(-__builtin_inf(), __builtin_inf());
}

void sincos(double x, double *sine, double *cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}

// On `float`: what `double` has is wide enough, and where it is exact so is its rounding, but that it may be out of range.
static float narrow(double result, double x) {
    float it = (float)result;
    if (is_finite(x) && !(it == result) && result == result && (__builtin_isinf(it) || it == 0))
        __tribunal_set_errno(range);
    return it;
}

float sinf(float x) { return narrow(sin(x), x); }
float cosf(float x) { return narrow(cos(x), x); }
float tanf(float x) { return narrow(tan(x), x); }
float asinf(float x) { return narrow(asin(x), x); }
float acosf(float x) { return narrow(acos(x), x); }
float atanf(float x) { return narrow(atan(x), x); }
float expf(float x) { return narrow(exp(x), x); }
float exp2f(float x) { return narrow(exp2(x), x); }
float exp10f(float x) { return narrow(exp10(x), x); }
float expm1f(float x) { return narrow(expm1(x), x); }
float logf(float x) { return narrow(log(x), x); }
float log2f(float x) { return narrow(log2(x), x); }
float log10f(float x) { return narrow(log10(x), x); }
float log1pf(float x) { return narrow(log1p(x), x); }
float sinhf(float x) { return narrow(sinh(x), x); }
float coshf(float x) { return narrow(cosh(x), x); }
float tanhf(float x) { return narrow(tanh(x), x); }
float asinhf(float x) { return narrow(asinh(x), x); }
float acoshf(float x) { return narrow(acosh(x), x); }
float atanhf(float x) { return narrow(atanh(x), x); }
float cbrtf(float x) { return narrow(cbrt(x), x); }
float erff(float x) { return narrow(erf(x), x); }
float erfcf(float x) { return narrow(erfc(x), x); }
float lgammaf(float x) { return narrow(lgamma(x), x); }
float tgammaf(float x) { return narrow(tgamma(x), x); }
float powf(float x, float y) { return narrow(pow(x, y), x); }
float atan2f(float y, float x) { return narrow(atan2(y, x), x); }
float hypotf(float x, float y) { return narrow(hypot(x, y), x); }

void sincosf(float x, float *sine, float *cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}
