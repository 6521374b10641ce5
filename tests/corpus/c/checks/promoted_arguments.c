// note: functions of old style get promoted arguments
// options: --checks unreach
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
int sum(letter, small, real) char letter; short small; float real; {
    return letter + small + (int)real;
}
int main(void) {
    assert(sum('a', 2, 3.0) == 'a' + 5);
    return 0;
}
