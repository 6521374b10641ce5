// note: attributes of threads and locks that there are not
// options: --checks default
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
    pthread_attr_t thread;
    pthread_mutexattr_t lock;
    pthread_attr_init(&thread);
    assert(pthread_attr_setstacksize(&thread, 100) == EINVAL && pthread_attr_setstacksize(&thread, 1 << 20) == 0);
    assert(pthread_attr_setdetachstate(&thread, 2) == EINVAL);
    assert(pthread_attr_setdetachstate(&thread, PTHREAD_CREATE_DETACHED) == 0);
    pthread_mutexattr_init(&lock);
    assert(pthread_mutexattr_settype(&lock, 4) == EINVAL && pthread_mutexattr_settype(&lock, -1) == EINVAL);
    assert(pthread_mutexattr_settype(&lock, PTHREAD_MUTEX_RECURSIVE) == 0);
    return 0;
}
