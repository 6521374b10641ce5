// note: only the sign is defined
// options: --checks assertions
// expect: assertions=false
// decided-by: bmc probe kind
#include <assert.h>
#include <string.h>
int main(void) {
    assert(strcmp("a", "c") == -2);
    return 0;
}
