// args: --checks default
// expect: false return
// The result of a thread is asked for, which its function does not return.
#include <assert.h>
#include <pthread.h>

int done;

void *work(void *unused) { done = 1; }

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    void *result;
    pthread_join(thread, &result);
    assert(done);
}
