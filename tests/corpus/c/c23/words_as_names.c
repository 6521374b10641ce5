// note: who gives these words a meaning of his own has it
// options: --checks unreach
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best boxes kind explicit
#include <assert.h>
typedef int bool;
enum { false, true };
static int nullptr = 3, constexpr = 4;
int main(void) {
    bool b = 2;
    {
        int bool = 5;
        b = bool - 3;
    }
    assert(b == 2 && true == 1 && sizeof(bool) == sizeof(int) && nullptr + constexpr == 7);
    return 0;
}
