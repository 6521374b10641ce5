// note: barriers keep values; what is both an input and an output keeps its value, too
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
int main(void) {
    int x = 3, y = 4;
    __asm__ volatile("" ::: "memory");
    __asm__("" : "+r"(x));
    __asm__("" : "=r"(y) : "0"(x + 1));
    __asm__ __volatile__("nop");
    __asm__ volatile("" : : "r"(x), "m"(y) : "memory");
    assert(x == 3 && y == 4);
    return 0;
}
