// note: without a prototype nobody makes an integer of the argument
// options: --checks unreach
// expect: maybe
#include <assert.h>
int same();
int main(void) {
    assert(same(1) == 1);
    assert(same(1.0) == 1);
    return 0;
}
int same(number) int number; { return number; }
