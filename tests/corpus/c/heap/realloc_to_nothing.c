// note: glibc frees the object and yields null
// options: --checks unreach,memsafety,leak
// expect: assertions=false
// decided-by: bmc probe kind
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint() % 3;
    int *p = malloc(sizeof(int));
    if (!p)
        return 0;
    p = realloc(p, n * sizeof(int));
    assert(p != 0);
    free(p);
    return 0;
}
