// note: whether this holds depends on the last digit
// options: --checks unreach
// expect: maybe
#include <assert.h>
#include <math.h>
int main(void) {
    assert(exp(0.3) == 1.3498588075760032);
    return 0;
}
