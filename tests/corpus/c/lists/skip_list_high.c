// args: --checks memsafety
// expect: false
/* Nodes that are not high have no far pointer: it is followed all the same, after one of them was freed. */
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
        struct node *new = malloc(sizeof *new);
        new->next = high->next;
        new->far = high->far;
        high->next = new;
        if (nondet_int())
            high->far = new;
    }
    struct node *second = head->next;
    if (second != tail) {
        head->next = second->next;
        free(second);
    }
    struct node *far = head->far;
    far->far = 0;
    while (head) {
        struct node *old = head;
        head = head->next;
        free(old);
    }
    return 0;
}
