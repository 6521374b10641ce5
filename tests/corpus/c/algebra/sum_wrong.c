// note: a sum that is wrong from the fifth round on
// options: --checks unreach,overflow
// expect: assertions=false
// decided-by: bmc kind
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), s = 0;
    for (unsigned i = 1; i <= n; i++) {
        s += i;
        if (i == 5)
            s++;
    }
    assert(2 * s == n * (n + 1));
    return 0;
}
