// note: a recursion that goes one element too far
// options: --checks all
// expect: bounds=false
// decided-by: bmc probe kind
#include <assert.h>
int nondet_int(void);

static int positives(const int *a, int from, int to) {
    if (from > to)
        return 0;
    return (a[from] > 0) + positives(a, from + 1, to);
}

int main(void) {
    int a[10] = {0};
    int n = nondet_int();
    if (n < 0 || n > 10)
        return 0;
    return positives(a, 0, n);
}
