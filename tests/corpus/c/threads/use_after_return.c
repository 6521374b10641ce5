// note: the thread may still run when the variable it got is gone
// options: --checks default
// expect: lifetime=false
// decided-by: scout bmc probe kind explicit
#include <pthread.h>

void *write(void *argument) {
    *(int *)argument = 1;
    return 0;
}

static void start(pthread_t *thread) {
    int local = 0;
    pthread_create(thread, 0, write, &local);
}

int main(void) {
    pthread_t thread;
    start(&thread);
    pthread_join(thread, 0);
}
