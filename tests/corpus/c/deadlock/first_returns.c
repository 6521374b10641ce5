// note: the same, but main returns: that ends all threads, waiting or not
// options: --checks deadlock
// expect: true
// decided-by: scout bmc kind explicit
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
    return 0;
}
