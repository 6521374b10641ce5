// note: one thread waits for ever while another goes round: that is no deadlock of all
// options: --checks deadlock
// expect: true
// decided-by: scout bmc kind explicit
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int done;

void *one(void *unused) {
    pthread_mutex_lock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, one, 0);
    while (!done)
        ;
}
