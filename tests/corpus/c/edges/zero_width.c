// note: a bit-field without a width ends the unit, even where all is packed
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
#include <stddef.h>
struct a { char x : 3; int : 0; char y; };
struct __attribute__((packed)) b { char x : 3; int : 0; char y; };
struct c { char x; long : 0; };
union d { char x; int : 0; };
int main(void) {
    assert(offsetof(struct a, y) == 4 && sizeof(struct a) == 5);
    assert(offsetof(struct b, y) == 4 && sizeof(struct b) == 5);
    assert(sizeof(struct c) == 8 && _Alignof(struct c) == 1 && sizeof(union d) == 1);
    return 0;
}
