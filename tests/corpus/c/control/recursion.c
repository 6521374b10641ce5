// args: --checks all
// expect: true
#include <assert.h>
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    assert(fib(10) == 55);
    return 0;
}
