// note: one more is not always more
// options: --checks all
// expect: assertions=false
// decided-by: bmc probe kind
#include <assert.h>
unsigned nondet_uint(void);

int main(void) {
    unsigned x = nondet_uint();
    assert(x + 1 > x);
    return 0;
}
