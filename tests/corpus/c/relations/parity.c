// note: each operator by itself forgets that both sides are the same
// options: --ladder absint --transformer best --checks unreach
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
unsigned char nondet_uchar(void);

int main(void) {
    unsigned char x = nondet_uchar();
    unsigned char y = (x & 1) ^ (x & 1);
    assert(y == 0);
}
