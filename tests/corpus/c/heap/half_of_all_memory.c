// note: so much memory that there may be none
// options: --checks unreach,overflow,memory
// expect: null=false
// decided-by: bmc probe kind
#include <stdlib.h>
unsigned long nondet_ulong(void);
int main(void) {
    unsigned long n = nondet_ulong();
    char *p = malloc(n);
    if (n)
        p[0] = 1;
    return 0;
}
