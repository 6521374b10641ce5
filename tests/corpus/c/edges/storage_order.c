// note: another order of bytes is not supported
// options: --checks all
// expect: maybe
#include <assert.h>
struct __attribute__((scalar_storage_order("big-endian"))) number { unsigned value; };
int main(void) {
    struct number n = { 1 };
    assert(*(unsigned char *)&n == 1);
    return 0;
}
