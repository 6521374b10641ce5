// note: freed twice
// options: --checks all
// expect: free=false
// decided-by: scout bmc probe kind explicit
int nondet_int(void);
void __VERIFIER_assume(int);
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p);
    if (nondet_int())
        free(p);
    return 0;
}
