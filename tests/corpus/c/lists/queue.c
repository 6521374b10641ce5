// note: a queue with ends that are kept apart, of any length: taken from both sides
// options: --ladder lists --checks unreach,memsafety
// expect: true
// decided-by: lists
#include <stdlib.h>
#include <assert.h>
int nondet_int(void);
struct node { struct node *next, *prev; };
struct queue { struct node *first, *last; };
static void push(struct queue *q) {
    struct node *n = malloc(sizeof *n);
    n->next = 0; n->prev = q->last;
    if (q->last) q->last->next = n; else q->first = n;
    q->last = n;
}
static void pop(struct queue *q) {
    struct node *n = q->first;
    if (!n) return;
    q->first = n->next;
    if (q->first) q->first->prev = 0; else q->last = 0;
    free(n);
}
static void pop_back(struct queue *q) {
    struct node *n = q->last;
    if (!n) return;
    q->last = n->prev;
    if (q->last) q->last->next = 0; else q->first = 0;
    free(n);
}
int main(void) {
    struct queue q = {0, 0};
    while (nondet_int()) {
        if (nondet_int()) push(&q); else if (nondet_int()) pop(&q); else pop_back(&q);
        assert(!q.first == !q.last);
    }
    while (q.first) { if (q.first->next) assert(q.first->next->prev == q.first); pop(&q); }
    return 0;
}
