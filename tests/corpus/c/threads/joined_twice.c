// note: a thread is joined twice
// options: --checks assertions
// expect: maybe
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    assert(pthread_join(thread, 0) != 0);
    return 0;
}
