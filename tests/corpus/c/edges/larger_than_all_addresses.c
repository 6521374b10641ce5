// note: an object larger than all addresses
// options: --checks assertions
// expect: true
#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(!malloc(1ul << 47) && !calloc(1ul << 30, 1ul << 20));
    return 0;
}
