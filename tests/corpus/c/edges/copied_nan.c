// note: what is copied is no number
// options: --checks assertions
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
#include <stdint.h>
#include <string.h>
int main(void) {
    uint64_t bits = 0xfff8000000001234, again;
    double nan, other;
    memcpy(&nan, &bits, sizeof nan);
    other = nan;
    memcpy(&again, &other, sizeof again);
    assert(again == bits && other != other);
    return 0;
}
