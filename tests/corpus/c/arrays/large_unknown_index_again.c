// note: writes at two unknown indexes may meet a third
// options: --checks unreach
// expect: assertions=false
// decided-by: bmc kind
#include <assert.h>
unsigned nondet_uint(void);
void __VERIFIER_assume(int);
int table[100000];
int main(void) {
    unsigned i = nondet_uint(), j = nondet_uint();
    __VERIFIER_assume(i < 100000 && j < 100000);
    table[i] = 7;
    table[5] = 9;
    table[j] = table[i] + 1;
    assert(table[5] != 10 || table[3] == 8);
    return 0;
}
