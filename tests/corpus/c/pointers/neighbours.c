// note: whether an object lies right behind another is nobody's to say
// options: --checks unreach
// expect: maybe
#include <assert.h>
int main(void) {
    int first[2] = { 1, 2 }, second[2] = { 3, 4 };
    int *end = first + 2, *start = second;
    assert(end != start);
    return 0;
}
