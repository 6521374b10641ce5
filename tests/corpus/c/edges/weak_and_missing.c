// args: --checks all
// expect: maybe
// Whether there is such a function, the linker decides.
#include <assert.h>
extern int perhaps(void) __attribute__((weak));
int main(void) {
    assert(perhaps == 0);
    return 0;
}
