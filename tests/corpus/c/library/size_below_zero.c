// args: --checks default
// expect: false bounds
#include <string.h>
int nondet_int(void);
int main(void) {
    char s[4], t[4] = "abc";
    int n = nondet_int();
    if (n < 4)
        memcpy(s, t, n);
    return 0;
}
