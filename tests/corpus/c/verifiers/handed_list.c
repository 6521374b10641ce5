// note: what pointers handed to the entry point to is followed, and a truth value is one
// options: --checks default --entry total
// expect: true
// decided-by: scout bmc lists kind explicit
#include <assert.h>
struct node {
    int value;
    _Bool marked;
    struct node *next;
};
int total(const struct node *list)
{
    int count = 0;
    for (; list; list = list->next) {
        assert(list->marked == 0 || list->marked == 1);
        assert(list != list->next);
        if (*(const unsigned char *)&list->marked)
            ++count;
    }
    assert(count <= 3);
    return count;
}
