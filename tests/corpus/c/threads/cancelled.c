// note: a thread that is cancelled ends at the next point for that, and whoever joins it is told
// options: --checks unreach
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <pthread.h>
static int after, reached;
static void *work(void *argument) {
    reached = 1;
    pthread_testcancel();
    after = 1;
    return 0;
}
int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, work, 0);
    assert(pthread_cancel(thread) == 0);
    pthread_join(thread, &result);
    assert(reached && (result == PTHREAD_CANCELED ? !after : after));
    return 0;
}
