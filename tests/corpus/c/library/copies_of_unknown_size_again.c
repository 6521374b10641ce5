// note: an unknown length may end before the middle
// options: --checks unreach,overflow,memory
// expect: assertions=false
// decided-by: bmc kind
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned long nondet_ulong(void);
int main(void) {
    unsigned long n = nondet_ulong(), m = nondet_ulong();
    if (n < 5000 || n > 10000 || m > n)
        return 0;
    int *a = calloc(n, sizeof(int));
    a[n / 2] = 4;
    memset(a, 0, m * sizeof(int));
    assert(a[n / 2] == 0 || m != n / 2);
    return 0;
}
