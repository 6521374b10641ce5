// note: departments with employees: each list is as long as you like, and two at least hang on every node
// options: --ladder lists --checks unreach,memsafety
// expect: true
// decided-by: lists
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct person { struct person *next; int age; };
struct department { struct department *next; struct person *staff; };

static struct person *hire(struct person *others) {
    struct person *p = malloc(sizeof *p);
    p->next = others;
    p->age = nondet_int();
    return p;
}

int main(void) {
    struct department *all = 0;
    while (nondet_int()) {
        struct department *d = malloc(sizeof *d);
        d->staff = hire(hire(0));
        while (nondet_int())
            d->staff = hire(d->staff);
        d->next = all;
        all = d;
    }
    for (struct department *d = all; d; d = d->next)
        assert(d->staff && d->staff->next);
    while (all) {
        struct department *d = all;
        all = d->next;
        while (d->staff) {
            struct person *p = d->staff;
            d->staff = p->next;
            free(p);
        }
        free(d);
    }
    return 0;
}
