// note: no run satisfies the assumption
// options: --checks all
// expect: true
// decided-by: bmc kind
#include <assert.h>
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = nondet_int() & 7;
    __VERIFIER_assume(x * x == 50);
    assert(x == 3);
    return 0;
}
