// note: a float that is too large becomes any number
// options: --checks assertions
// expect: assertions=false
// decided-by: bmc kind
#include <assert.h>
double nondet_double(void);

int main(void) {
    double d = nondet_double();
    if (!(d > 1e20))
        return 0;
    int i = (int)d; // any number
    assert(i == 0);
    return 0;
}
