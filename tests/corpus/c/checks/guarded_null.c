// args: --checks all
// expect: true
#include <stdlib.h>
int nondet_int(void);

int main(void) {
    int x = 3, *p = nondet_int() ? &x : NULL;
    return p ? *p : 0;
}
