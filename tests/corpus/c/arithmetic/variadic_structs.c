// note: structs of any size and long doubles are further arguments
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <stdarg.h>
struct small { int x, y; };
struct large { long a[5]; char c; };
static long sum(int n, ...) {
    va_list list;
    va_start(list, n);
    struct small s = va_arg(list, struct small);
    long double d = va_arg(list, long double);
    struct large l = va_arg(list, struct large);
    int last = va_arg(list, int);
    va_end(list);
    return s.x + s.y + (long)d + l.a[4] + l.c + last;
}
int main(void) {
    struct small s = { 1, 2 };
    struct large l = { { 0, 0, 0, 0, 5 }, 7 };
    assert(sum(0, s, 3.5L, l, 4) == 22);
    return 0;
}
