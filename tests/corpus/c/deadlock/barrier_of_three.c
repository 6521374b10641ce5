// note: a barrier waits for one thread more than there are
// options: --checks deadlock
// expect: deadlock=false
// decided-by: scout bmc probe kind explicit
#include <pthread.h>
pthread_barrier_t barrier;

void *one(void *unused) {
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&thread, 0, one, 0);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, 0);
}
