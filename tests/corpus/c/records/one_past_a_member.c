// note: a pointer may go one past the end; an array at the end of a struct may be longer than it says; an array without a length has the rest
// options: --checks bounds,unreach
// expect: true
// decided-by: scout bmc lists kind explicit
#include <assert.h>
#include <stdlib.h>
struct text { int length; char start[1]; };
struct rest { int length; int items[]; };
struct pair { int left[2]; int right[2]; };
int main(void) {
    struct pair pair = { { 1, 2 }, { 3, 4 } };
    int sum = 0;
    for (int *at = pair.left; at != &pair.left[2]; at++)
        sum += *at;
    assert(sum == 3);
    struct text *text = malloc(sizeof *text + 4);
    for (int i = 0; i < 5; i++)
        text->start[i] = 'a';
    struct rest *rest = malloc(sizeof *rest + 3 * sizeof(int));
    rest->items[2] = 7;
    assert(rest->items[2] == 7);
    free(text);
    free(rest);
    return 0;
}
