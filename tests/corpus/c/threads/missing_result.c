// note: the result of a thread is asked for, which its function does not return
// options: --checks default
// expect: return=false
// decided-by: bmc probe kind
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
