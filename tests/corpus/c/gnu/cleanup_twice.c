// note: cleanup twice
// options: --checks memory
// expect: free=false
// decided-by: scout bmc probe kind explicit
#include <stdlib.h>
static void release(char **p) { free(*p); }
int main(void) {
    __attribute__((cleanup(release))) char *text = malloc(3);
    free(text);
    return 0;
}
