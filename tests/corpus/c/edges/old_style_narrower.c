// note: an old-style definition does not convert what it is called with: an `int` for a `long` is undefined behaviour
// expect: maybe
#include <assert.h>
int old(x) long x; { return x < 0; }
int main(void) {
    assert(old(-5));
    return 0;
}
