// note: when main returns, the others do not go on
// options: --checks default
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <pthread.h>

int ended;

void *check(void *unused) {
    assert(!ended);
    return 0;
}

static void __attribute__((destructor)) last(void) { ended = 1; }

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, check, 0);
    return 0;
}
