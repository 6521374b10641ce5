// note: nothing is read or written at a null pointer
// options: --checks null
// expect: null=false
// decided-by: scout bmc probe kind explicit
#include <string.h>
int main(void) {
    volatile size_t size = 0;
    char *nowhere = 0;
    memset(nowhere, 0, size);
    return 0;
}
