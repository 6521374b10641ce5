// note: the middle of two numbers, without overflow
// options: --checks all
// expect: true
// decided-by: bmc kind
int nondet_int(void);
void __VERIFIER_assume(int);
#include <assert.h>
int main(void) {
    int a = nondet_int(), b = nondet_int();
    __VERIFIER_assume(0 <= a && a <= b);
    int middle = a + (b - a) / 2;
    assert(a <= middle && middle <= b);
    return 0;
}
