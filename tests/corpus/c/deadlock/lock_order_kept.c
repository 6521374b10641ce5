// note: two threads take two locks in the same order; that their functions return nothing does not matter
// options: --checks deadlock
// expect: true
// decided-by: scout bmc kind explicit
#include <pthread.h>
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *one(void *unused) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    shared++;
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
}

void *two(void *unused) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    shared--;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
