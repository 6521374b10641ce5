// note: pointers at unknown places stay pointers
// options: --checks unreach,overflow,memory
// expect: true
// decided-by: bmc kind
#include <assert.h>
unsigned nondet_uint(void);
static int *p[5000];
int main(void) {
    int one = 1, two = 2;
    unsigned i = nondet_uint() % 5000, j = nondet_uint() % 5000, k = nondet_uint() % 5000;
    p[i] = &one;
    p[j] = &two;
    assert(*p[j] == 2);
    assert(*p[i] == 1 || i == j);
    if (p[k])
        assert(k == i || k == j);
    return 0;
}
