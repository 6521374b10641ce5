// note: two threads wait for each other to end
// options: --checks deadlock
// expect: deadlock=false
// decided-by: scout bmc probe kind explicit
#include <pthread.h>
pthread_t a, b;

void *one(void *unused) {
    pthread_join(b, 0);
    return 0;
}

void *two(void *unused) {
    pthread_join(a, 0);
    return 0;
}

int main(void) {
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_exit(0);
}
