// note: elements are counted by recursion
// options: --checks all
// expect: true
// decided-by: bmc
#include <assert.h>
int nondet_int(void);

static int positives(const int *a, int from, int to) {
    if (from >= to)
        return 0;
    return (a[from] > 0) + positives(a, from + 1, to);
}

int main(void) {
    int a[100] = {0};
    int n = nondet_int();
    if (n < 0 || n > 100)
        return 0;
    a[n / 2 % 100] = 1;
    int found = positives(a, 0, n);
    assert(found >= 0 && found <= n);
    return 0;
}
