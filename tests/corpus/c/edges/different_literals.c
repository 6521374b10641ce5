// note: literals that differ are different objects
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
int main(void) {
    const char *p = "abc", *q = p;
    while (*q)
        q++;
    assert(q == p + 3 && p != "xyz" && p != "ab");
    assert(__func__ == __func__);
    return 0;
}
