// note: the only pointer is overwritten
// options: --checks all
// expect: leak=false
// decided-by: scout bmc probe kind explicit
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    p = 0;
    return 0;
}
