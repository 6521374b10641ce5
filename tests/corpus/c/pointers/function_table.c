// note: functions are called from a table
// options: --checks all
// expect: true
// decided-by: bmc kind
int nondet_int(void);
void __VERIFIER_assume(int);
#include <assert.h>
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
int main(void) {
    int (*table[])(int) = {twice, square};
    int which = nondet_int() != 0;
    assert(table[which](2) == 4);
    return 0;
}
