// note: rows and columns
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
int main(void) {
    int m[3][4], n = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = n++;
    assert(m[2][3] == 11 && *(*(m + 1) + 2) == 6);
    return 0;
}
