// note: all links of a list turned round
// options: --ladder lists --checks unreach,memsafety
// expect: true
// decided-by: lists
#include <stdlib.h>
int nondet_int(void);
struct node { struct node *next; };
static struct node *reverse(struct node *p) {
    struct node *r = 0;
    while (p) { struct node *n = p->next; p->next = r; r = p; p = n; }
    return r;
}
int main(void) {
    struct node *head = 0;
    while (nondet_int()) { struct node *n = malloc(sizeof *n); n->next = head; head = n; }
    head = reverse(head);
    while (head) { struct node *n = head->next; free(head); head = n; }
    return 0;
}
