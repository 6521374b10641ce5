// note: the second object may lie where the first one lay
// options: --checks assertions
// expect: maybe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    uintptr_t a = (uintptr_t)p;
    free(p);
    int *q = malloc(sizeof *q);
    assert(a != (uintptr_t)q);
    free(q);
    return 0;
}
