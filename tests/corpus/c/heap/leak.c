// args: --checks all
// expect: false leak
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    p = 0;
    return 0;
}
