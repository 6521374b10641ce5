// note: two functions call each other
// options: --ladder kind --checks all
// expect: true
// decided-by: kind
#include <assert.h>
int nondet_int(void);

int odd(int n);
int even(int n) {
    return n == 0 ? 1 : odd(n - 1);
}
int odd(int n) {
    return n == 0 ? 0 : even(n - 1);
}

int main(void) {
    int n = nondet_int();
    if (n < 0)
        return 0;
    assert(even(n) == (n % 2 == 0));
    return 0;
}
