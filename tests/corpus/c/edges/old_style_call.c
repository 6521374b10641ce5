// note: a call without a prototype hands over promoted arguments; functions take them back, also by pointers that say nothing about parameters
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
int old(c, s, f, u) char c; short s; float f; unsigned u; { return c + s + (int)f + (int)u; }
int wide(x) long x; { return x < 0; }
int prototyped(int a, double b) { return a + (int)b; }
int main(void) {
    int (*by_pointer)() = old;
    char c = 3;
    assert(old(c, (short)2, 3.5, 4u) == 12);
    assert(by_pointer(1, 2, 3.5f, 4) == 10);
    by_pointer = prototyped;
    assert(by_pointer(c, 2.5f) == 5);
    assert(wide(-5L) && !wide(5ul));
    return 0;
}
