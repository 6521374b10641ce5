// note: an object is freed after its last use
// options: --checks all
// expect: true
// decided-by: scout bmc lists kind explicit
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int x = *p;
    free(p);
    return x - 1;
}
