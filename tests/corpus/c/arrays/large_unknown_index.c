// note: no element is told apart: writes at unknown places are compared with what is read
// options: --checks all
// expect: true
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
    if (nondet_uint() % 2)
        table[j] = table[i] + 1;
    else
        table[j] = 3;
    if (i != j && i != 5)
        assert(table[i] == 7);
    assert(table[j] == 3 || table[j] == 8 || table[j] == 10);
    assert(table[99999] != 9);
    return 0;
}
