// note: names in the object file
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
int magnitude(int) __asm__("abs");
int first __asm__("object") = 1;
extern int second __asm__("object");
int main(void) {
    second = 5;
    assert(magnitude(-3) == 3 && first == 5);
    return 0;
}
