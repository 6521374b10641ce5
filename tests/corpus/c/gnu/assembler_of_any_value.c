// args: --checks unreach
// expect: false assertions
// Nothing is put into the register.
#include <assert.h>
int main(void) {
    int x = 3;
    __asm__ volatile("" : "=r"(x));
    assert(x == 3);
    return 0;
}
