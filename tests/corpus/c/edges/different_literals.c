// args: --checks all
// expect: true
#include <assert.h>
int main(void) {
    const char *p = "abc", *q = p;
    while (*q)
        q++;
    assert(q == p + 3 && p != "xyz" && p != "ab");
    assert(__func__ == __func__);
    return 0;
}
