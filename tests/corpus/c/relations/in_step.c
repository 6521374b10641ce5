// note: nothing relates the variables before the loop but that they are constants
// options: --ladder polyhedra
// expect: true
// decided-by: scout bmc polyhedra powersets kind explicit
#include <assert.h>

int main(void) {
    int i, j = 0, s = 0;
    for (i = 0; i < 50; i++) {
        s = s + 3;
        j = j + 1;
    }
    assert(s == 3 * j && j == i);
}
