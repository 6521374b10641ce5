// note: numbers and letters
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
int main(void) {
    assert(atoi("-17") == -17 && toupper('a') == 'A' && abs(-3) == 3);
    return 0;
}
