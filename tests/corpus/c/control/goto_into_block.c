// note: a jump into the body of a loop
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
int main(void) {
    int turns = 0;
    goto middle;
    while (turns < 3) {
        turns += 10;
    middle:
        turns++;
    }
    assert(turns == 12);
    return 0;
}
