// note: a length below zero is a very large one
// options: --checks default
// expect: bounds=false
// decided-by: bmc probe kind
#include <string.h>
int nondet_int(void);
int main(void) {
    char s[4], t[4] = "abc";
    int n = nondet_int();
    if (n < 4)
        memcpy(s, t, n);
    return 0;
}
