// note: a record is copied
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
struct point { int x, y; };
static struct point move(struct point p) { p.x += 1; return p; }
int main(void) {
    struct point p = {1, 2}, q = move(p);
    assert(p.x == 1 && q.x == 2 && q.y == 2);
    return 0;
}
