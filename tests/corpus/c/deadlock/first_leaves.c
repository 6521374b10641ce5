// note: main ends as a thread and keeps its lock; the program goes on without it
// options: --checks deadlock
// expect: deadlock=false
// decided-by: scout bmc probe kind explicit
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, one, 0);
    pthread_exit(0);
}
