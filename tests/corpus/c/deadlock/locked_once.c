// note: a lock without threads
// options: --checks deadlock
// expect: true
// decided-by: scout bmc kind explicit
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
