// note: a counter and another that is twice as fast
// options: --ladder polyhedra
// expect: true
// decided-by: polyhedra powersets kind
#include <assert.h>
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = nondet_int();
    __VERIFIER_assume(0 <= n && n <= 1000000);
    int x = 0, y = 0;
    while (x < n) {
        x++;
        y += 2;
    }
    assert(y == 2 * x);
}
