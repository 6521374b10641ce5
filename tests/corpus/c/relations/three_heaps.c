// note: stones go from one heap to one of two others
// options: --ladder polyhedra
// expect: true
// decided-by: scout polyhedra powersets explicit
#include <assert.h>
int nondet_int(void);

int main(void) {
    int a = 100, b = 0, c = 0, k = 100;
    while (a > 0) {
        a--;
        if (nondet_int())
            b++;
        else
            c++;
    }
    assert(a + b + c == k);
}
