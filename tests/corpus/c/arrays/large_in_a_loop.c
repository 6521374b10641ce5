// note: by induction: whatever a loop of unknown length has made of an array
// options: --checks unreach,overflow,memory
// expect: true
// decided-by: kind
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    int a[1000];
    unsigned n = nondet_uint();
    if (n > 1000)
        n = 1000;
    for (unsigned k = 0; k < n; k++)
        a[k] = 1;
    for (unsigned k = 0; k < n; k++) {
        a[k] = a[k] & 1;
        assert(a[k] <= 1);
    }
    return 0;
}
