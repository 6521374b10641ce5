// note: addition by recursion
// options: --checks all
// expect: true
// decided-by: kind
#include <assert.h>
int nondet_int(void);

int add(int m, int n) {
    if (n == 0)
        return m;
    return n > 0 ? add(m + 1, n - 1) : add(m - 1, n + 1);
}

int main(void) {
    int m = nondet_int(), n = nondet_int();
    if (m < 0 || m > 1000000 || n < 0 || n > 1000000)
        return 0;
    assert(add(m, n) == m + n);
    return 0;
}
