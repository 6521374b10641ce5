// note: a failed assertion ends the program, and so does abort
// options: --checks deadlock
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
    pthread_mutex_lock(&lock);
    assert(unused);
    return 0;
}

void *two(void *unused) {
    pthread_mutex_lock(&lock);
    abort();
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
