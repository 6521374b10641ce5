// note: a thread that cannot go on does not keep the others from going wrong
// options: --checks default
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
int flag;

void *wait(void *unused) {
    int local = 0;
    flag = 1;
    __VERIFIER_assume(local);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, wait, 0);
    assert(flag == 0);
}
