// note: it is freed in the last two rounds
// options: --checks free
// expect: free=false
// decided-by: bmc kind
#include <stdlib.h>
int nondet_int(void);

int main(void) {
    int x = nondet_int();
    char *p = malloc(8), *q;
    if (x > 0) {
        while (x > 0) {
            q = p;
            if (x <= 2)
                free(q);
            x--;
        }
    } else {
        free(p);
    }
    p = q = NULL;
    return 0;
}
