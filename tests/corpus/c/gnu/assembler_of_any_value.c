// note: nothing is put into the register
// options: --checks unreach
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
#include <assert.h>
int main(void) {
    int x = 3;
    __asm__ volatile("" : "=r"(x));
    assert(x == 3);
    return 0;
}
