// note: C leaves open whether `x` is read before or after the call that changes it; gcc does the latter
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>

int x = 5;

int change(void) {
    x = 100;
    return 1;
}

int main(void) {
    int sum = x + change();
    assert(sum == 6);
    return 0;
}
