// args: --checks all
// expect: true
#include <stdlib.h>

char *kept;

int main(void) {
    kept = malloc(4);
    free(kept);
    return 0;
}
