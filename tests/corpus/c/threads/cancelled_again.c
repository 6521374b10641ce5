// note: a cancelled thread may be cancelled before its end
// options: --checks unreach
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static void *work(void *argument) {
    for (int i = 0; i < 3; i++)
        sleep(1);
    return 0;
}
int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result != PTHREAD_CANCELED);
    return 0;
}
