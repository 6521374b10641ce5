// note: addition of floats is not associative
// options: --checks unreach
// expect: assertions=false
// decided-by: bmc kind
#include <assert.h>
float nondet_float(void);
int main(void) {
    float a = nondet_float(), b = nondet_float(), c = nondet_float();
    if (a >= 1 && a <= 2 && b >= 1 && b <= 2 && c >= 1 && c <= 2)
        assert((a + b) + c == a + (b + c));
    return 0;
}
