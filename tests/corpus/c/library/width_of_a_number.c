// note: as many characters are read as the width says
// options: --ladder kind --checks all
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <stdio.h>
int main(void) {
    int n;
    unsigned x;
    if (scanf("%2d %3x", &n, &x) == 2)
        assert(n < 100 && n > -10 && (x < 4096 || x > 4294967040u));
    return 0;
}
