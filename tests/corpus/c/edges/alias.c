// note: another name of a function and of a variable
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
#include <assert.h>
static int count(void) { static int n; return ++n; }
int also(void) __attribute__((alias("count")));
int number = 1;
extern int same __attribute__((alias("number")));
int main(void) {
    assert(count() == 1 && also() == 2 && also == count);
    same = 7;
    assert(number == 7 && &same == &number);
    return 0;
}
