// note: one more is not always more
// options: --checks all
// expect: assertions=false
// decided-by: probe bmc kind
#include <assert.h>
unsigned nondet_uint(void);

int main(void) {
    unsigned x = nondet_uint();
    assert(x + 1 > x);
    return 0;
}
