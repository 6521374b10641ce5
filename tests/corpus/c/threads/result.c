// note: what a thread returns is what the other gets when it joins it
// options: --checks default
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *twice(void *argument) {
    int *result = malloc(sizeof *result);
    *result = 2 * *(int *)argument;
    return result;
}

int main(void) {
    pthread_t thread;
    int number = 21;
    void *result;
    pthread_create(&thread, 0, twice, &number);
    pthread_join(thread, &result);
    assert(*(int *)result == 42);
    free(result);
}
