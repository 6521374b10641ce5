// note: another rounding mode is not supported
// options: --checks default
// expect: maybe
#include <assert.h>
#include <fenv.h>
volatile double one = 1, three = 3;
int main(void) {
    double near = one / three;
    fesetround(FE_UPWARD);
    assert(near == one / three);
    return 0;
}
