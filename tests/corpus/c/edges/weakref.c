// args: --checks all
// expect: true
#include <assert.h>
#include <stdlib.h>
static int absolute(int) __attribute__((weakref("abs")));
int main(void) {
    assert(absolute(-4) == 4);
    return 0;
}
