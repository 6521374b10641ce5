// note: no object has so many bytes: the product does not fit
// options: --checks default
// expect: null=false
// decided-by: bmc probe kind
#include <stdlib.h>
unsigned long nondet_ulong(void);
int main(void) {
    unsigned long n = nondet_ulong();
    if (n >> 32) {
        char *p = calloc(n, n);
        *p = 1;
    }
    return 0;
}
