// note: pointers into objects, to their ends and to nothing are told apart
// options: --checks unreach,memory
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <stdlib.h>
static int sum(const int *at, const int *end) {
    int sum = 0;
    for (; at != end; at++)
        sum += *at;
    return sum;
}
int main(void) {
    int first[3] = { 1, 2, 3 }, second[3] = { 4, 5, 6 };
    assert(sum(first, first + 3) == 6 && sum(second, &second[3]) == 15);
    int *one = first, *two = second, *end = first + 3;
    assert(one != two && one + 1 != two + 1 && end != NULL && end != two + 1);
    return 0;
}
