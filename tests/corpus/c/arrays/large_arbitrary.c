// note: what was never written can be anything, but it stays what it is
// options: --checks unreach,overflow,memory
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
    int *a = malloc(100000 * sizeof(int));
    unsigned i = nondet_uint(), j = nondet_uint();
    if (i >= 100000 || j >= 100000)
        return 0;
    int x = a[i], y = a[j];
    if (i == j)
        assert(x == y);
    a[i] = 5;
    a[3] = 7;
    assert(a[i] == 5 || i == 3);
    if (j != 3 && j != i)
        assert(a[j] == y);
    return 0;
}
