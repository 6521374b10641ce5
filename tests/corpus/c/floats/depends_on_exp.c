// args: --checks unreach
// expect: maybe
// Whether this holds depends on the last digit.
#include <assert.h>
#include <math.h>
int main(void) {
    assert(exp(0.3) == 1.3498588075760032);
    return 0;
}
