// note: what a global variable points to is not freed before the end
// options: --checks all
// expect: cleanup=false
// decided-by: scout bmc probe kind explicit
#include <stdlib.h>

char *kept;

int main(void) {
    kept = malloc(4);
    return 0;
}
