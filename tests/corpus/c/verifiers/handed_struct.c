// note: structs with pointers are handed to the entry, and it returns one
// options: --checks default --entry swap
// expect: assertions=false
// decided-by: bmc kind
#include <assert.h>
struct pair {
    int *first, *second;
    _Bool swapped : 1;
};
struct pair swap(struct pair pair)
{
    struct pair other = { pair.second, pair.first, !pair.swapped };
    assert(!pair.first || pair.first != pair.second);
    if (other.first && other.second)
        assert(*other.first != 5 || *other.second != 6);
    return other;
}
