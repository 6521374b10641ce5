// note: more than half of all memory is never there
// options: --checks unreach,overflow,memory
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <stdlib.h>
unsigned long nondet_ulong(void);
int main(void) {
    assert(malloc((size_t)-1) == NULL && malloc((size_t)-4) == NULL);
    unsigned long n = nondet_ulong();
    char *p = malloc(n);
    assert(p || n >= (size_t)1 << 47);
    if (n && p)
        p[n - 1] = 1;
    return 0;
}
