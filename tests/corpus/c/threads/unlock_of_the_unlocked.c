// note: a mutex is released that nobody holds
// options: --checks assertions
// expect: maybe
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_unlock(&mutex);
    return 0;
}
