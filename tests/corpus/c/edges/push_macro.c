// note: macros are kept and taken back
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
#define WIDTH 4
#pragma push_macro("WIDTH")
#undef WIDTH
#define WIDTH 9
int wide = WIDTH;
#pragma pop_macro("WIDTH")
int narrow = WIDTH;
int main(void) {
    assert(wide == 9 && narrow == 4);
    return 0;
}
