// note: a skip list of three levels that ends with a node of its own; the levels are searched from above, by keys that can be anything
// options: --ladder lists --checks unreach,memsafety
// expect: true
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct node { int key; struct node *next[3]; };

static struct node *new_node(int key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    return n;
}

int main(void) {
    struct node *tail = new_node(0), *head = new_node(0);
    head->next[0] = head->next[1] = head->next[2] = tail;
    tail->next[0] = tail->next[1] = tail->next[2] = 0;
    while (nondet_int()) {
        int key = nondet_int();
        struct node *a = head, *b, *c;
        while (a->next[2] != tail && a->next[2]->key < key)
            a = a->next[2];
        b = a;
        while (b->next[1] != a->next[2] && b->next[1]->key < key)
            b = b->next[1];
        c = b;
        while (c->next[0] != b->next[1] && c->next[0]->key < key)
            c = c->next[0];
        struct node *n = new_node(key);
        n->next[0] = c->next[0];
        c->next[0] = n;
        if (nondet_int()) {
            n->next[1] = b->next[1];
            b->next[1] = n;
            if (nondet_int()) {
                n->next[2] = a->next[2];
                a->next[2] = n;
            }
        }
    }
    assert(head != tail);
    while (head) {
        struct node *old = head;
        head = head->next[0];
        free(old);
    }
    return 0;
}
