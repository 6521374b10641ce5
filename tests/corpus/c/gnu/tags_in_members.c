// note: declarators of one line share the struct that is defined in it
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
struct outer {
    struct inner { int x; } a, b, *p;
    union both { int i; char c; } u, v;
    enum { LOW, HIGH } e, f;
};
int main(void) {
    struct outer o = { { 1 }, { 2 }, 0, { 3 }, { 4 }, LOW, HIGH };
    struct inner copy = o.b;
    o.p = &o.a;
    assert(copy.x == 2 && o.p->x == 1 && o.v.i == 4 && o.f == HIGH);
    return 0;
}
