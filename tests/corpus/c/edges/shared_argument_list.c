// note: a list of arguments that two functions read
// options: --checks assertions
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
#include <stdarg.h>
static int next(va_list list) { return va_arg(list, int); }
static int second(int count, ...) {
    va_list list;
    va_start(list, count);
    next(list);
    int result = va_arg(list, int);
    va_end(list);
    return result;
}
int main(void) {
    assert(second(2, 1, 2) == 2);
    return 0;
}
