// note: two threads wait for ever, but the third ends the program
// options: --checks deadlock
// expect: true
// decided-by: scout bmc kind explicit
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
    pthread_mutex_lock(&lock);
    return 0;
}

void *two(void *unused) { exit(3); }

int main(void) {
    pthread_t a, b;
    pthread_mutex_lock(&lock);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
}
