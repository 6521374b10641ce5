// note: a statement expression whose value stands after a label
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#define FIND(array, count, wanted)                                                                                             \
    ({                                                                                                                         \
        __label__ found;                                                                                                       \
        int at;                                                                                                                \
        for (at = 0; at < (count); at++)                                                                                       \
            if ((array)[at] == (wanted))                                                                                       \
                goto found;                                                                                                    \
        at = -1;                                                                                                               \
    found:                                                                                                                     \
        at;                                                                                                                    \
    })
int main(void) {
    int a[] = {3, 4, 5};
    assert(FIND(a, 3, 5) == 2);
    assert(FIND(a, 3, 9) == -1);
    return 0;
}
