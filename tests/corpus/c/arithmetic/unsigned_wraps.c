// note: unsigned numbers wrap around
// options: --checks all
// expect: true
// decided-by: bmc kind
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint();
    assert(x + 1 > x || x == 4294967295u);
    return 0;
}
