// note: integers of any width: no promotion, so that they wrap or overflow at their own width
// options: --checks default
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>

int main(void) {
    unsigned _BitInt(24) a = 0xffffff;
    a++;
    assert(a == 0);
    _BitInt(7) b = 63;
    unsigned _BitInt(7) c = 127;
    c += c;
    assert(c == 126 && b + 1 == 64);
    unsigned _BitInt(3) d = 7;
    assert((unsigned _BitInt(3))(d + d) == 6);
    unsigned _BitInt(100) wide = 1;
    wide <<= 80;
    assert(wide >> 79 == 2);
    static_assert(sizeof(_BitInt(7)) == 1 && sizeof(_BitInt(24)) == 4 && sizeof(_BitInt(33)) == 8);
    static_assert(sizeof(unsigned _BitInt(100)) == 16);
    struct pair {
        unsigned _BitInt(12) low;
        unsigned _BitInt(20) high;
    } pair = {0xfff, 0xfffff};
    pair.low += pair.high;
    assert(pair.low == 0xffe && pair.high == 0xfffff);
    return 0;
}
