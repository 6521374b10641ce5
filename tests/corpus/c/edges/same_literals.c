// args: --checks assertions
// expect: maybe
// One array or two: C leaves it open.
#include <assert.h>
int main(void) {
    const char *p = "abc", *q = "abc";
    assert(p == q);
    return 0;
}
