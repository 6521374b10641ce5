// note: va_end evaluates what leads to the list
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <stdarg.h>
static int sum(int count, ...) {
    va_list lists[2], *next = lists;
    int total = 0;
    va_start(lists[0], count);
    va_copy(lists[1], lists[0]);
    while (count--)
        total += va_arg(*next, int);
    va_end(*next++);
    total += va_arg(*next, int);
    va_end(*next);
    assert(next == lists + 1);
    return total;
}
int main(void) {
    assert(sum(2, 3, 4) == 10);
    return 0;
}
