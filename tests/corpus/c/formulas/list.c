// note: a formula follows pointers
// options: --ctl AF"first&&first->next&&first->next->value==1"
// expect: true
// decided-by: scout explicit
#include <stdlib.h>
struct node { int value; struct node *next; } *first;
int main(void) {
    for (int i = 0; i < 3; i++) {
        struct node *new = malloc(sizeof *new);
        new->value = i;
        new->next = first;
        first = new;
    }
    return 0;
}
