// note: the sum of five elements
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
int main(void) {
    int a[5] = {1, 2, 3, 4, 5}, sum = 0;
    for (int i = 0; i < 5; i++)
        sum += a[i];
    assert(sum == 15);
    return 0;
}
