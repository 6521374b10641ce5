// note: the consumer waits until there is something
// options: --checks default
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
int full, value;

void *produce(void *unused) {
    pthread_mutex_lock(&lock);
    value = 7;
    full = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, produce, 0);
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&ready, &lock);
    assert(value == 7);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
}
