// note: a typedef may also ask for less than is usual, and arrays of it keep that
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
#include <stddef.h>
typedef int loose __attribute__((aligned(1)));
typedef int tight __attribute__((aligned(16)));
struct s { char c; loose x; loose row[2]; char d; tight y; };
int main(void) {
    assert(offsetof(struct s, x) == 1 && offsetof(struct s, row) == 5 && offsetof(struct s, y) == 16);
    assert(sizeof(struct s) == 32 && _Alignof(loose) == 1);
    return 0;
}
