// note: functions of `math.h` on `double` and `float`: exact where they are, near the result elsewhere
// options: --checks unreach
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <math.h>

int main(void) {
    assert(fma(0x1p-30 + 1, 1 - 0x1p-30, -1) == -0x1p-60);
    assert(fmaf(3, 4, 5) == 17);
    assert(atan2(0.0, 1.0) == 0 && sinh(0.0) == 0 && cosh(0.0) == 1 && exp2(5.0) == 32);
    assert(powf(2, 3) == 8 && hypotf(0, 4) == 4);
    float e = expf(1.0f);
    assert(e > 2.71f && e < 2.72f);
    double angle = atan2(1.0, 1.0);
    assert(angle > 0.78 && angle < 0.79);
    double root = cbrt(27.0);
    assert(root > 2.99 && root < 3.01);
    float any = sinf(e);
    assert(any >= -1 && any <= 1);
    return 0;
}
