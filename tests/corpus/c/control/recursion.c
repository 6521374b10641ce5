// note: Fibonacci numbers by recursion
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    assert(fib(10) == 55);
    return 0;
}
