// note: an invariant of a loop without a bound
// options: --checks all
// expect: true
// decided-by: kind
#include <assert.h>
int nondet_int(void);

int main(void) {
    unsigned x = 0;
    while (nondet_int()) {
        x += 2;
        assert(x % 2 == 0);
    }
    return 0;
}
