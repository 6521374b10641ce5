// note: however a library rounds
// options: --checks unreach
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <math.h>
double nondet_double(void);
int main(void) {
    double x = nondet_double();
    assert(!(sin(x) > 1) && !(cos(x) < -1));
    assert(isnan(x) || exp(x) >= 0);
    assert(fabs(exp(0.3) - 1.3498588075760032) <= 1e-8);
    assert(pow(2, 10) == 1024 && !(pow(x, 2) < 0));
    return 0;
}
