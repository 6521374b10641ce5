// note: an allocation whose result nobody looks at
// options: --malloc-may-fail
// expect: null=false
// decided-by: scout bmc probe kind explicit
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    *p = 1;
    free(p);
    return 0;
}
