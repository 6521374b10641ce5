// note: a copy whose parts overlap
// options: --checks default
// expect: pointer=false
// decided-by: scout bmc probe kind explicit
#include <string.h>
int nondet_int(void);
int main(void) {
    char s[16] = "tribunal";
    int n = nondet_int();
    if (n > 0 && n < 5)
        memcpy(s + n, s, 4);
    return 0;
}
