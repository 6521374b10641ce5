// note: a list is built, summed up and freed
// options: --checks all
// expect: true
// decided-by: scout bmc lists kind explicit
int nondet_int(void);
void __VERIFIER_assume(int);
#include <assert.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = list;
        list = n;
    }
    int sum = 0;
    while (list) {
        struct node *n = list;
        sum += n->value;
        list = n->next;
        free(n);
    }
    assert(sum == 3);
    return 0;
}
