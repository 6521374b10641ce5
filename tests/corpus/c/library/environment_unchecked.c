// note: a variable of the environment may be missing
// options: --checks unreach,overflow,memory
// expect: null=false
// decided-by: scout bmc probe kind explicit
#include <stdlib.h>
int main(void) {
    return *getenv("HOME") == '/';
}
