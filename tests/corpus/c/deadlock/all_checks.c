// note: deadlocks are looked for among all else
// options: --checks all
// expect: deadlock=false
// decided-by: scout bmc probe kind explicit
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
    pthread_mutex_lock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, one, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&lock);
    return 0;
}
