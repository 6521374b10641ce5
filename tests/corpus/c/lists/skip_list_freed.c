// note: a node is asked for the next one after it was freed
// options: --checks memsafety
// expect: lifetime=false
#include <stdlib.h>
int nondet_int(void);
struct node { struct node *next, *far; };

int main(void) {
    struct node *head = malloc(sizeof *head), *tail = malloc(sizeof *tail);
    head->next = head->far = tail;
    tail->next = tail->far = 0;
    while (nondet_int()) {
        struct node *high = head;
        while (high->far != tail && nondet_int())
            high = high->far;
        struct node *low = high;
        while (low->next != high->far && nondet_int())
            low = low->next;
        struct node *new = malloc(sizeof *new);
        new->next = low->next;
        low->next = new;
        if (nondet_int()) {
            new->far = high->far;
            high->far = new;
        }
    }
    while (head) {
        struct node *old = head;
        free(old);
        head = old->next;
    }
    return 0;
}
