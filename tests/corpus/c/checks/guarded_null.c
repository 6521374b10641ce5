// note: a pointer that is looked at before it is followed
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <stdlib.h>
int nondet_int(void);

int main(void) {
    int x = 3, *p = nondet_int() ? &x : NULL;
    return p ? *p : 0;
}
