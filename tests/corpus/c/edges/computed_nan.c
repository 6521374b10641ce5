// note: what is computed is no number
// options: --checks assertions
// expect: maybe
#include <assert.h>
#include <stdint.h>
#include <string.h>
int main(void) {
    volatile double zero = 0;
    double nan = zero / zero;
    uint64_t bits;
    memcpy(&bits, &nan, sizeof bits);
    assert(bits == 0x7ff8000000000000);
    return 0;
}
