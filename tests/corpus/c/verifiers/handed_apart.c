// note: pointers handed to a static function that is the entry point to different objects, of one value each
// options: --checks default --entry both
// expect: bounds=false
// decided-by: scout bmc probe kind explicit
#include <assert.h>
static int both(int *a, long *b, int **c)
{
    if (!a || !b || !c || !*c)
        return 0;
    *a = 1;
    **c = 2;
    *b = 3;
    assert(*a == 1 && **c == 2);
    return a[1];
}
