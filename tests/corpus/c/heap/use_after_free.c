// note: read after it was freed
// options: --checks all
// expect: lifetime=false
// decided-by: scout bmc probe kind explicit
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    *p = 1;
    free(p);
    return *p;
}
