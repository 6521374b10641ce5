// note: a half of a float twice is the float
// options: --checks unreach
// expect: true
// decided-by: bmc kind
#include <assert.h>
float nondet_float(void);
int main(void) {
    float x = nondet_float();
    if (x >= 1.0f && x <= 1000.0f)
        assert(x / 2.0f * 2.0f == x);
    return 0;
}
