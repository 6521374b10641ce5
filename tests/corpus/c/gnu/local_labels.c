// note: a label that is announced need not be there, and each block may have its own
// options: --checks unreach
// expect: true
// decided-by: scout bmc boxes kind explicit
#include <assert.h>
static int f(int x) {
    __label__ out, never;
    if (x)
        goto out;
    return 1;
out:
    return 2;
}
int main(void) {
    int found = 0;
    for (int i = 0; i < 2; i++) {
        __label__ next;
        if (i == 0)
            goto next;
        found++;
    next:;
    }
    assert(found == 1 && f(0) == 1 && f(1) == 2);
    return 0;
}
