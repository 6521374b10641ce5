// note: which round is the last is told by a number that can be anything
// options: --ladder boxes --checks free,lifetime
// expect: true
// decided-by: boxes
#include <stdlib.h>
int nondet_int(void);

int main(void) {
    int x = nondet_int();
    char *p = malloc(8), *q;
    if (x > 0) {
        while (x > 0) {
            q = p;
            if (x == 1)
                free(q);
            x--;
        }
    } else {
        free(p);
    }
    p = q = NULL;
    return 0;
}
