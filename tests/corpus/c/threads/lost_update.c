// note: two threads read, then both write: one update is lost
// options: --checks default
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
#include <assert.h>
#include <pthread.h>

int counter;

void *increment(void *unused) {
    counter++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
}
