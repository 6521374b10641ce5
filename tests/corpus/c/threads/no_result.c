// note: nobody asks what the function of a thread returns, so it need not return anything
// options: --checks default
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <pthread.h>

int done;

void *work(void *unused) { done = 1; }

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(done);
}
