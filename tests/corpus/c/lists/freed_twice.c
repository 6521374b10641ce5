// note: departments with employees: each list is as long as you like; one person too many is let go
// options: --checks unreach,memsafety
// expect: free=false
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
            if (!d->staff) free(p);
        }
        free(d);
    }
    return 0;
}
