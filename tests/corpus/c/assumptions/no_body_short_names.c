// note: names of one letter are not those of the library with a suffix for its types
// options: --checks all
// expect: true
// decided-by: bmc kind
#include <assert.h>
int f(void);
long l(int);
int main(void) {
    int x = f();
    if (x > 3)
        assert(l(x) != 7 || x);
    return 0;
}
