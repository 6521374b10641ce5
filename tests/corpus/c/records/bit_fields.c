// note: fields of some bits keep to their bits
// options: --checks default
// expect: true
// decided-by: absint bmc octagons polyhedra powersets best kind
#include <assert.h>
unsigned nondet_uint(void);
struct flags { unsigned kind : 3; unsigned rest : 5; };
int main(void) {
    struct flags f;
    f.rest = 9;
    f.kind = nondet_uint();
    assert(f.kind < 8 && f.rest == 9);
    return 0;
}
