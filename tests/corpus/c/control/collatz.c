// args: --checks all
// expect: true
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
