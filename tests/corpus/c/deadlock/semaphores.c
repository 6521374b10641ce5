// note: two semaphores are taken in different orders
// options: --checks deadlock
// expect: deadlock=false
// decided-by: scout bmc probe kind explicit
#include <pthread.h>
#include <semaphore.h>
sem_t first, second;

void *one(void *unused) {
    sem_wait(&first);
    sem_wait(&second);
    sem_post(&second);
    sem_post(&first);
    return 0;
}

int main(void) {
    pthread_t thread;
    sem_init(&first, 0, 1);
    sem_init(&second, 0, 1);
    pthread_create(&thread, 0, one, 0);
    sem_wait(&second);
    sem_wait(&first);
    sem_post(&first);
    sem_post(&second);
    pthread_join(thread, 0);
}
