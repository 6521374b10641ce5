// note: as many rounds as the input says, at most six
// options: --checks all
// expect: true
// decided-by: bmc kind
int nondet_int(void);
void __VERIFIER_assume(int);
#include <assert.h>
int main(void) {
    int n = nondet_int(), sum = 0;
    __VERIFIER_assume(0 <= n && n <= 6);
    for (int i = 1; i <= n; i++)
        sum += i;
    assert(sum == n * (n + 1) / 2);
    return 0;
}
