// note: what was freed may be where the next object is
// options: --checks assertions
// expect: maybe
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    int *q = malloc(sizeof *q);
    assert(p != q);
    free(q);
    return 0;
}
