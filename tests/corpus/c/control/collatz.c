// note: 111 steps from 27 down to one
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
int main(void) {
    int n = 27, steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    assert(steps == 111);
    return 0;
}
