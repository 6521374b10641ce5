// note: far from the start, and of a size that is not known: two elements with certain values
// options: --checks unreach,overflow,memory
// expect: assertions=false
// decided-by: bmc kind
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
    if (n > 50000 || n < 10000)
        return 0;
    int *a = malloc(n * sizeof(int));
    unsigned i = nondet_uint(), j = nondet_uint();
    if (i >= n || j >= n)
        return 0;
    assert(!(a[i] == 77 && a[j] == 78 && i > 9000 && j > 9005 && i < j));
    return 0;
}
