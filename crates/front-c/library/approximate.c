// Functions on floats that no rule determines to the last digit. Where a result is not exact it is any number that mathematics allows there, and
// nothing that goes wrong afterwards counts: it could depend on how a library rounds. The slack of some bounds covers that they round.
void __tribunal_imprecise(void);
double nondet_double(void);

static double between(double least, double most) {
    __tribunal_imprecise();
    double result = nondet_double();
    return least <= result && result <= most ? result : least;
}

static int is_whole(double x) { return __builtin_trunc(x) == x; }
static int is_even(double x) { return is_whole(x) && is_whole(x / 2); }

double sin(double x) { return x == 0 ? x : !__builtin_isfinite(x) ? x - x : between(-1, 1); }
double cos(double x) { return x == 0 ? 1 : !__builtin_isfinite(x) ? x - x : between(-1, 1); }
double tan(double x) { return x == 0 ? x : !__builtin_isfinite(x) ? x - x : between(-0x1p1023, 0x1p1023); }
double asin(double x) { return x == 0 || x != x ? x : x < -1 || x > 1 ? (x - x) / (x - x) : x > 0 ? between(0, 1.58) : between(-1.58, 0); }
double acos(double x) { return x == 1 ? 0 : x != x ? x : x < -1 || x > 1 ? (x - x) / (x - x) : between(0, 3.15); }
double atan(double x) { return x == 0 || x != x ? x : x > 0 ? between(0, 1.58) : between(-1.58, 0); }

double exp(double x) {
    if (x == 0)
        return 1;
    if (x != x)
        return x;
    if (!__builtin_isfinite(x))
        return x > 0 ? x : 0;
    return x > 0 ? between(1, __builtin_inf()) : between(0, 1);
}

static double logarithm(double x) {
    if (x == 1)
        return 0;
    if (x == 0)
        return -__builtin_inf();
    if (x != x || x < 0)
        return (x - x) / (x - x);
    if (!__builtin_isfinite(x))
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
    if (x < 0 && __builtin_isfinite(x) && __builtin_isfinite(y) && !is_whole(y))
        return (x - x) / (x - x);
    return x > 0 || is_even(y) || !__builtin_isfinite(y) ? between(0, __builtin_inf()) : between(-__builtin_inf(), __builtin_inf());
}

double hypot(double x, double y) { return x == 0 ? __builtin_fabs(y) : y == 0 ? __builtin_fabs(x) : between(0, __builtin_inf()); }
