// note: two counters that begin with the same constant, of which nothing else is known
// options: --ladder octagons --checks unreach
// expect: true
// decided-by: octagons polyhedra powersets kind
#include <assert.h>
int nondet_int(void);

int main(void) {
    int n = nondet_int(), x = 0, y = 0;
    while (x < n && y < 1000000) {
        x++;
        y++;
    }
    assert(x == y);
}
