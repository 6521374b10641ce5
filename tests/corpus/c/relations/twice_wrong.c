// note: the second counter begins one too high
// options: --ladder polyhedra,kind
// expect: assertions=false
// decided-by: probe kind
#include <assert.h>
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = nondet_int();
    __VERIFIER_assume(0 <= n && n <= 1000000);
    int x = 0, y = 1;
    while (x < n) {
        x++;
        y += 2;
    }
    assert(y == 2 * x);
}
