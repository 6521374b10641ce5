// note: which activation the inner function belongs to is not modelled
// options: --checks unreach
// expect: maybe
#include <assert.h>
static int deep(int n, int (*given)(void)) {
    int mine(void) { return n; }
    if (n == 0)
        return given();
    return deep(n - 1, mine);
}
int main(void) {
    assert(deep(2, 0) == 1);
    return 0;
}
