// note: what functions that print return
// options: --ladder kind --checks default
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <stdio.h>
int main(void) {
    int count = 0, length = printf("%d|%5s|%n\n", -12, "ab", &count);
    assert(length == 11 && count == 10);
    assert(puts("abc") == 4 && putchar('x') == 'x' && fwrite("ab", 1, 2, stderr) == 2);
    return 0;
}
