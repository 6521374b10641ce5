// args: --checks all
// expect: true
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int x = *p;
    free(p);
    return x - 1;
}
