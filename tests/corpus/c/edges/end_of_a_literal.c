// note: a literal may be the end of another one
// options: --checks assertions
// expect: maybe
#include <assert.h>
int main(void) {
    const char *p = "abc", *q = "bc";
    assert(p + 1 != q);
    return 0;
}
