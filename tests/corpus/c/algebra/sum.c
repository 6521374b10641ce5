// note: the sum of the first numbers, modulo a power of two
// options: --checks unreach,overflow
// expect: true
// decided-by: kind
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), s = 0;
    for (unsigned i = 1; i <= n; i++)
        s += i;
    assert(2 * s == n * (n + 1));
    return 0;
}
