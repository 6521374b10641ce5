// note: one array or two: C leaves it open
// options: --checks assertions
// expect: maybe
#include <assert.h>
int main(void) {
    const char *p = "abc", *q = "abc";
    assert(p == q);
    return 0;
}
