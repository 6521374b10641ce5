// note: locks are taken in different orders, but behind a third one
// options: --checks deadlock
// expect: true
// decided-by: scout bmc kind explicit
#include <pthread.h>
pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&gate);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return 0;
}

void *two(void *unused) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&gate);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
