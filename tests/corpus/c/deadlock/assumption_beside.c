// note: that another run is cut off does not hide a deadlock
// options: --checks deadlock
// expect: deadlock=false
// decided-by: scout bmc probe kind explicit
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
    int value = __VERIFIER_nondet_int();
    __VERIFIER_assume(value != 0);
    pthread_mutex_lock(&lock);
    if (value != 5)
        pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, one, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&lock);
}
