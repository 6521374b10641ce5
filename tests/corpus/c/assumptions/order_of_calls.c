// args: --checks all
// expect: true
/* C leaves open whether `x` is read before or after the call that changes it; gcc does the latter. */
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
