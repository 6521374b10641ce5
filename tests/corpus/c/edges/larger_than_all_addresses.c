// note: an object larger than all addresses
// options: --checks assertions
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best boxes lists kind explicit
#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(!malloc(1ul << 47) && !calloc(1ul << 30, 1ul << 20));
    return 0;
}
