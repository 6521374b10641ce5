// note: division by counting, in two digits
// options: --checks unreach
// expect: true
// decided-by: kind
#include <assert.h>
int nondet_int(void);
int main(void) {
    int x1 = nondet_int(), x2 = nondet_int();
    if (x1 < 0 || x2 <= 0)
        return 0;
    long long y1 = 0, y2 = 0, y3 = x1;
    while (y3 != 0) {
        assert(y1 * x2 + y2 + y3 == x1);
        if (y2 + 1 == x2) {
            y1 = y1 + 1;
            y2 = 0;
        } else {
            y2 = y2 + 1;
        }
        y3 = y3 - 1;
    }
    assert(y1 * x2 + y2 == x1);
    return 0;
}
