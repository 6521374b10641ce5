// note: `_Pragma` does what `#pragma` does, also out of a macro
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
#define PRAGMA(text) _Pragma(#text)
#define PACKED(members) PRAGMA(pack(push, 1)) struct members; PRAGMA(pack(pop))
PACKED(near { char c; int x; })
struct far { char c; int x; };
int main(void) {
    assert(sizeof(struct near) == 5 && sizeof(struct far) == 8);
    return 0;
}
