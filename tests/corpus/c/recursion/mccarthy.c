// note: McCarthy's function is 91 up to 101
// options: --ladder kind --checks all
// expect: true
// decided-by: kind
#include <assert.h>
int nondet_int(void);

int mc91(int x) {
    return x > 100 ? x - 10 : mc91(mc91(x + 11));
}

int main(void) {
    int x = nondet_int();
    int r = mc91(x);
    assert(r == 91 || x > 101);
    return 0;
}
