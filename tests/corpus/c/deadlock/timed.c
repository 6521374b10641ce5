// note: who waits for a limited time goes on in any case, and knows whether it was signalled
// options: --checks deadlock,unreach
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
sem_t nothing;
int full;

void *one(void *unused) {
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&lock);
    if (!full) {
        int result = pthread_cond_timedwait(&ready, &lock, &soon);
        assert(result == 0 || result == ETIMEDOUT);
        assert(result != 0 || full);
    }
    pthread_mutex_unlock(&lock);
    assert(pthread_mutex_timedlock(&held, &soon) == ETIMEDOUT);
    assert(sem_timedwait(&nothing, &soon) == -1);
    return 0;
}

int main(void) {
    pthread_t thread;
    sem_init(&nothing, 0, 0);
    pthread_mutex_lock(&held);
    pthread_create(&thread, 0, one, 0);
    pthread_mutex_lock(&lock);
    full = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
}
