// note: attributes among the specifiers of a type name say how the type is aligned, also where it is a pointer then
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
#define ALIGNED(n) __attribute__((aligned(n)))
int _Alignas(int ALIGNED(16)) wide;
struct s { char c; _Alignas(int ALIGNED(16)) int x; };
struct t { char c; typeof(short ALIGNED(1)) x; _Atomic(char ALIGNED(8)) y; };
int main(void) {
    assert(__alignof__(wide) == 16 && sizeof(struct s) == 32 && sizeof(struct t) == 16);
    assert(_Alignof(int ALIGNED(16)) == 16 && _Alignof(int ALIGNED(2)) == 2 && __alignof__(int ALIGNED(2)) == 2);
    assert(_Alignof(int ALIGNED(16) *) == 16 && _Alignof(int ALIGNED(16) * ALIGNED(32)) == 16 && _Alignof(int * ALIGNED(32)) == 32);
    return 0;
}
