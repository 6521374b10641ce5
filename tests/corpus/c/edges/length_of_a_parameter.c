// note: the length of an array that is a parameter
// options: --checks assertions
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
static int calls;
static int first(int row[calls++]) { return row[0]; }
int main(void) {
    int row[1] = { 7 };
    assert(first(row) == 7 && calls == 1);
    return 0;
}
