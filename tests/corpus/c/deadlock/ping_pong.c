// note: two threads hand the turn to each other
// options: --checks deadlock
// expect: true
// decided-by: scout bmc kind explicit
#include <pthread.h>
#include <semaphore.h>
sem_t ping, pong;
int turns;

void *one(void *unused) {
    for (int i = 0; i < 3; i++) {
        sem_wait(&ping);
        turns++;
        sem_post(&pong);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, 0);
    pthread_create(&thread, 0, one, 0);
    for (int i = 0; i < 3; i++) {
        sem_wait(&pong);
        turns++;
        sem_post(&ping);
    }
    pthread_join(thread, 0);
}
