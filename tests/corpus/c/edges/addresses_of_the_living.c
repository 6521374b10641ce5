// note: objects that live at the same time have different addresses, and a number that is an address becomes the pointer again
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(9), *q = malloc(9);
    uintptr_t a = (uintptr_t)p, b = (uintptr_t)q;
    assert(a != b && (a & 7) == 0);
    p = (char *)a;
    assert(a == (uintptr_t)p);
    free(p);
    free(q);
    return 0;
}
