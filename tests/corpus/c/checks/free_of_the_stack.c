// note: a local variable is freed
// options: --checks all
// expect: free=false
// decided-by: scout bmc probe kind explicit
#include <stdlib.h>

int main(void) {
    int x = 0;
    free(&x);
    return x;
}
