// note: copies of unknown length
// options: --checks unreach,overflow,memory
// expect: true
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned long nondet_ulong(void);
int main(void) {
    unsigned long n = nondet_ulong(), m = nondet_ulong(), i = nondet_ulong();
    if (n > 1000000 || m > n || i >= m)
        return 0;
    char *a = malloc(n), *b = malloc(n);
    memset(a, 3, n);
    memset(b, 4, n);
    memcpy(b, a, m);
    assert(b[i] == 3);
    if (m < n)
        assert(b[m] == 4);
    memmove(b + 1, b, m - 1);
    assert(b[i] == 3);
    free(a);
    free(b);
    return 0;
}
