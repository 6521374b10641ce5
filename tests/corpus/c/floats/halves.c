// args: --checks unreach
// expect: true
#include <assert.h>
float nondet_float(void);
int main(void) {
    float x = nondet_float();
    if (x >= 1.0f && x <= 1000.0f)
        assert(x / 2.0f * 2.0f == x);
    return 0;
}
