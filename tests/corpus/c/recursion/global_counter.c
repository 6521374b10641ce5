// note: calls are counted in a global variable
// options: --checks all
// expect: true
// decided-by: kind
#include <assert.h>
int nondet_int(void);
int calls;

static void down(int n) {
    if (n <= 0)
        return;
    calls++;
    down(n - 1);
}

int main(void) {
    int n = nondet_int();
    if (n < 0)
        return 0;
    down(n);
    assert(calls == n);
    return 0;
}
