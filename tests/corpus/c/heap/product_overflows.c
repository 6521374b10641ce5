// args: --checks default
// expect: false null
// No object has so many bytes: the product does not fit.
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
