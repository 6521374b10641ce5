// note: a byte changes a part of a number, or nothing of it
// options: --checks unreach,overflow,memory
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned char *b = malloc(20000);
    unsigned i = nondet_uint() % 19990, j = nondet_uint() % 19990;
    *(unsigned *)(b + i) = 0x01020304;
    b[j] = 9;
    unsigned v = *(unsigned *)(b + i);
    if (j < i || j > i + 3)
        assert(v == 0x01020304);
    if (j == i + 1)
        assert(v == 0x01020904);
    return 0;
}
