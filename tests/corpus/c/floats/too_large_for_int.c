// args: --checks assertions
// expect: false assertions
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
