// note: what one has less, the other has more
// options: --ladder polyhedra
// expect: true
// decided-by: polyhedra powersets kind
#include <assert.h>
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = nondet_int();
    __VERIFIER_assume(0 <= n && n <= 1000000);
    int x = 0, y = n;
    while (x < n) {
        x++;
        y--;
    }
    assert(x + y == n);
}
