// note: a static name of a function that is elsewhere
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
#include <stdlib.h>
static int absolute(int) __attribute__((weakref("abs")));
int main(void) {
    assert(absolute(-4) == 4);
    return 0;
}
