// note: an assertion that is never reached, an assumption that is never passed
// options: --checks all
// expect: true
// decided-by: bmc kind
#include <assert.h>
int nondet_int(void);
void __VERIFIER_assume(int);

/* One assertion is never reached, one assumption never passed; the rest is looked at. */
int main(void) {
    int x = nondet_int() & 7;
    if (8 < x) assert(x == 3);
    assert(x < 8);
    if (x == 5) __VERIFIER_assume(x == 6);
    return 0;
}
