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
