// note: a sum is its carries and its bits without them
// options: --checks all
// expect: true
// decided-by: bmc kind
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint(), y = nondet_uint();
    assert((x ^ y) + 2 * (x & y) == x + y);
    return 0;
}
