// note: what was printed is read again
// options: --ladder kind --checks unreach,overflow,memory
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    int x = -12, y, z;
    char text[16];
    snprintf(text, sizeof text, "<%d|%.2f>", x, 0.125);
    assert(sscanf(text, "<%d|0.%d>", &y, &z) == 2);
    assert(x == y && z == 12);
    return 0;
}
