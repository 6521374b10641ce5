// note: a recursive mutex may be locked twice, and one that checks refuses
// options: --checks deadlock
// expect: true
// decided-by: scout bmc kind explicit
#include <pthread.h>
pthread_mutex_t recursive, checking;

void *one(void *unused) {
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&recursive);
    pthread_mutex_lock(&checking);
    if (pthread_mutex_lock(&checking) != 0)
        pthread_mutex_unlock(&checking);
    return 0;
}

int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checking, &kind);
    pthread_t thread;
    pthread_create(&thread, 0, one, 0);
    pthread_mutex_lock(&recursive);
    pthread_mutex_unlock(&recursive);
    pthread_join(thread, 0);
}
