// note: two locals that do not live at the same time may have one address
// options: --checks assertions
// expect: maybe
#include <assert.h>
#include <stdint.h>
static uintptr_t first(void) { int x = 1; return (uintptr_t)&x; }
static uintptr_t second(void) { int y = 2; return (uintptr_t)&y; }
int main(void) {
    assert(first() != second());
    return 0;
}
