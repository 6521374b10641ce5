// args: --checks deadlock
// expect: true
// A lock without threads.
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;

int main(void) {
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&lock);
        total += i;
        pthread_mutex_unlock(&lock);
    }
}
