// note: a copy within a string, its parts apart
// options: --checks default
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <string.h>
int nondet_int(void);
int main(void) {
    char s[16] = "tribunal";
    int n = nondet_int();
    if (n > 3 && n < 12) {
        memcpy(s + n, s, 4);
        assert(s[n + 3] == 'b');
    }
    return 0;
}
