// Products and sums that are rounded once (S. Boldo, G. Melquiond: Emulation of FMA and correctly rounded sums, IEEE Trans. Comput. 57(4), 2008).
void __tribunal_unsupported(const char *what);

// A sum and what rounding took from it.
static double exact_sum(double a, double b, double *rest) {
    double sum = a + b, second = sum - a;
    *rest = (a - (sum - second)) + (b - second);
    return sum;
}

// A sum, rounded to the neighbour whose last bit is set unless it is exact.
static double odd_sum(double a, double b) {
    union {
        double value;
        unsigned long long bits;
    } it;
    double rest;
    it.value = exact_sum(a, b, &rest);
    if (rest != 0 && !(it.bits & 1))
        it.bits += (rest > 0) == (it.value > 0) ? 1 : -1;
    return it.value;
}

// A product and what rounding took from it, by halves of the factors.
static double exact_product(double a, double b, double *rest) {
    double large = 134217729 * a, high = large - (large - a), low = a - high;
    double other_large = 134217729 * b, other_high = other_large - (other_large - b), other_low = b - other_high;
    double product = a * b;
    *rest = ((high * other_high - product) + high * other_low + low * other_high) + low * other_low;
    return product;
}

static int is_moderate(double x, double least, double most) {
    double size = __builtin_fabs(x);
    return size >= least && size <= most;
}

double fma(double x, double y, double z) {
    if (__builtin_isinf(z) && __builtin_isfinite(x) && __builtin_isfinite(y))
        return z;
    if (x == 0 || y == 0 || z == 0 || !__builtin_isfinite(x) || !__builtin_isfinite(y) || !__builtin_isfinite(z))
        return x * y + z;
    if (!is_moderate(x, 0x1p-400, 0x1p400) || !is_moderate(y, 0x1p-400, 0x1p400) || !is_moderate(z, 0x1p-800, 0x1p900))
        __tribunal_unsupported("the function `fma` of numbers of such size");
    double low, middle, rest;
    double high = exact_product(x, y, &low);
    double upper = exact_sum(z, low, &middle);
    double sum = exact_sum(high, upper, &rest);
    return sum + odd_sum(rest, middle);
}

float fmaf(float x, float y, float z) {
    double product = (double)x * y;
    if (!__builtin_isfinite(product) || !__builtin_isfinite(z) || product == 0 || z == 0)
        return (float)(product + z);
    return (float)odd_sum(product, z);
}

double roundeven(double x) { return __builtin_rint(x); }
float roundevenf(float x) { return __builtin_rintf(x); }
