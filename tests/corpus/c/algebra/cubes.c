// note: cubes by additions alone
// options: --checks unreach
// expect: true
// decided-by: kind
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned a = nondet_uint();
    unsigned n = 0, x = 0, y = 1, z = 6;
    while (n != a) {
        n = n + 1;
        x = x + y;
        y = y + z;
        z = z + 6;
    }
    assert(x == a * a * a);
    return 0;
}
