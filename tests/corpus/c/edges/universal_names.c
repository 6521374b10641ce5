// note: a name may be written with universal character names, which are the characters that they stand for
// options: --checks default
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
#define TWICE(gr\u00f6\u00dfe) (2 * größe)
int caf\u00e9 = 3;

int main(void) {
    int \U000003b1 = TWICE(café);
    assert(α == 6 && caf\U000000e9 == 3);
    return 0;
}
