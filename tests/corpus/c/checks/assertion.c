// args: --checks all
// expect: false assertions
#include <assert.h>
unsigned nondet_uint(void);

int main(void) {
    unsigned x = nondet_uint();
    assert(x + 1 > x);
    return 0;
}
