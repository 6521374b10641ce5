// note: of four threads any two pass the barrier together; nobody takes the leave of another
// options: --checks deadlock
// expect: true
#include <pthread.h>
pthread_barrier_t barrier;

void *one(void *unused) {
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void) {
    pthread_t a, b, c;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, one, 0);
    pthread_create(&c, 0, one, 0);
    pthread_barrier_wait(&barrier);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
}
