// note: a signal is for one who waits already: nobody who comes later takes it away
// options: --checks deadlock
// expect: true
// decided-by: scout bmc kind explicit
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
int waiting, signalled, late, go;

void *early(void *unused) {
    pthread_mutex_lock(&lock);
    waiting = 1;
    pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *comes_late(void *unused) {
    pthread_mutex_lock(&lock);
    late = signalled;
    while (late && !go)
        pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, early, 0);
    pthread_create(&b, 0, comes_late, 0);
    pthread_mutex_lock(&lock);
    if (!waiting)
        exit(0);
    pthread_cond_signal(&ready);
    signalled = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (!late)
        exit(0);
    go = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
