// args: --checks all
// expect: true
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint(), y = nondet_uint();
    assert((x ^ y) + 2 * (x & y) == x + y);
    return 0;
}
