// note: a lock made of an assumption: who finds it taken has no run
// options: --checks deadlock
// expect: true
// decided-by: scout bmc kind explicit
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int taken;

void lock(void) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!taken);
    taken = 1;
    __VERIFIER_atomic_end();
}

void *one(void *unused) {
    lock();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, one, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
