// args: --checks all
// expect: false cleanup
#include <stdlib.h>

char *kept;

int main(void) {
    kept = malloc(4);
    return 0;
}
