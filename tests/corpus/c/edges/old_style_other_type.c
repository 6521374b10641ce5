// note: an old-style definition does not convert what it is called with: a `double` for an `int` is undefined behaviour
// expect: maybe
#include <assert.h>
int old(x) int x; { return x; }
int main(void) {
    assert(old(5.5) == 5);
    return 0;
}
