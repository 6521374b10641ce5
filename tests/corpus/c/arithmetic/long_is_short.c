// note: where long has four bytes
// options: --data-model ILP32
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
#include <assert.h>
int main(void) {
    assert(sizeof(long) == 8);
    return 0;
}
