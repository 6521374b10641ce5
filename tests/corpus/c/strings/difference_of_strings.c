// args: --checks assertions
// expect: false assertions
// Only the sign is defined.
#include <assert.h>
#include <string.h>
int main(void) {
    assert(strcmp("a", "c") == -2);
    return 0;
}
