// note: a struct may be assigned to itself, to its neighbour in an array, and to a member of a union that is the same
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
struct triple { int a, b, c; };
union shifted { struct triple first, same, row[3]; struct { int before; struct triple second; } later; };
int main(void) {
    union shifted all = {{1, 2, 3}}, other = {.later = {0, {4, 5, 6}}};
    struct triple *p = &all.first, *q = &all.same;
    *p = *q;
    all.same = all.first;
    all.row[1] = all.row[0];
    all.row[2] = other.later.second;
    assert(all.first.c == 3 && all.row[1].b == 2 && all.row[2].a == 4);
    return 0;
}
