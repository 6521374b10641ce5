// note: what is counted down in one variable is counted up in another
// options: --checks unreach,overflow
// expect: true
// decided-by: polyhedra powersets kind
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
    unsigned x = n, y = 0;
    while (x > 0) {
        x--;
        y++;
    }
    assert(y == n);
    return 0;
}
