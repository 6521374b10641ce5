// note: two variables change their values
// options: --checks all
// expect: true
// decided-by: bmc kind
int nondet_int(void);
void __VERIFIER_assume(int);
#include <assert.h>
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) {
    int x = nondet_int(), y = nondet_int(), old = x;
    swap(&x, &y);
    assert(y == old);
    return 0;
}
