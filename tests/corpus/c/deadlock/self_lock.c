// note: who locks a plain mutex twice waits for itself; there is no other thread
// options: --checks deadlock
// expect: deadlock=false
// decided-by: scout bmc probe kind explicit
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(int argc, char **argv) {
    pthread_mutex_lock(&lock);
    if (argc > 1)
        pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}
