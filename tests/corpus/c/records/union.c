// note: bytes of a number
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
union word { unsigned whole; unsigned char bytes[4]; };
int main(void) {
    union word w;
    w.whole = 0x11223344;
    assert(w.bytes[0] == 0x44 && w.bytes[3] == 0x11);
    return 0;
}
