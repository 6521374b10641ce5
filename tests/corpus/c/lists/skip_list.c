// note: a skip list of two levels: however long it is, and whichever nodes are high, each node is freed once
// options: --ladder lists --checks memsafety
// expect: true
// decided-by: lists
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
        head = head->next;
        free(old);
    }
    return 0;
}
