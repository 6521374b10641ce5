// note: whoever gets null from an object that was to have no bytes has nothing left to free
// options: --checks unreach,memsafety,leak
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint() % 3;
    int *p = malloc(sizeof(int));
    if (!p)
        return 0;
    int *q = realloc(p, n * sizeof(int));
    assert(q != 0 || n == 0);
    if (n > 1)
        q[1] = 3;
    free(q);
    return 0;
}
