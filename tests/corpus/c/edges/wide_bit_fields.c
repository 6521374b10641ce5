// note: what is computed with a bit-field that is wider than `int` has its width
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
struct { unsigned long long x : 33; } s;
int main(void) {
    s.x = -1;
    assert(s.x + 1 == 0 && s.x == -1 && s.x << 1 == 0x1fffffffeULL);
    assert((unsigned long long)s.x + 1 == 0x200000000ULL);
    return 0;
}
