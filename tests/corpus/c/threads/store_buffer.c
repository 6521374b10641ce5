// note: both threads cannot miss what the other wrote if steps interleave
// options: --checks default
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <pthread.h>

int x, y, a, b;

void *left(void *unused) {
    x = 1;
    a = y;
    return 0;
}

void *right(void *unused) {
    y = 1;
    b = x;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, left, 0);
    pthread_create(&second, 0, right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(a == 1 || b == 1);
}
