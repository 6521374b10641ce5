// note: nobody can rely on being signalled in time
// options: --checks deadlock,unreach
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
int full;

void *one(void *unused) {
    pthread_mutex_lock(&lock);
    full = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    struct timespec soon = {1, 0};
    pthread_t thread;
    pthread_create(&thread, 0, one, 0);
    pthread_mutex_lock(&lock);
    if (!full)
        pthread_cond_timedwait(&ready, &lock, &soon);
    assert(full);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
}
