// args: --data-model ILP32
// expect: false assertions
#include <assert.h>
int main(void) {
    assert(sizeof(long) == 8);
    return 0;
}
