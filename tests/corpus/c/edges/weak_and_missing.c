// note: whether there is such a function, the linker decides
// options: --checks all
// expect: maybe
#include <assert.h>
extern int perhaps(void) __attribute__((weak));
int main(void) {
    assert(perhaps == 0);
    return 0;
}
