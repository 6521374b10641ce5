// note: weak names and other names by pragmas
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
#pragma weak other = one
#pragma weak two
int one(void) { return 1; }
int two(void) { return 2; }
int other(void);
int main(void) {
    assert(other() == 1 && other == one && two() == 2);
    return 0;
}
