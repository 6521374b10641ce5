/* The standard headers, used as programs use them. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int counter = ATOMIC_VAR_INIT(0);
static atomic_flag flag = ATOMIC_FLAG_INIT;
static jmp_buf environment;
static void handler(int number) { (void)number; }
static int sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    int total = 0;
    while (n-- > 0) total += va_arg(list, int);
    va_end(list);
    return total;
}
static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    atomic_fetch_add(&counter, 1);
    while (atomic_flag_test_and_set(&flag)) ;
    atomic_flag_clear(&flag);
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock);
    return argument;
}
int main(int argc, char **argv)
{
    assert(argc > 0 && "arguments");
    pthread_t thread;
    sem_t semaphore;
    struct timeval now;
    struct tm *when;
    time_t seconds = time(NULL);
    bool ok = true;
    if (setjmp(environment)) return EXIT_FAILURE;
    signal(SIGINT, handler);
    sem_init(&semaphore, 0, 1);
    gettimeofday(&now, NULL);
    when = localtime(&seconds);
    int expected = 0;
    ok &= atomic_compare_exchange_strong(&counter, &expected, 2);
    pthread_create(&thread, NULL, work, argv[0]);
    pthread_join(thread, NULL);
    size_t length = strlen(argv[0]);
    char *copy = malloc(length + 1);
    if (!copy) { perror("malloc"); fprintf(stderr, "%s\n", strerror(errno)); abort(); }
    memcpy(copy, argv[0], length + 1);
    printf("%" PRId64 " %zu %d\n", (int64_t)INT64_MAX, length, sum(2, INT_MAX, INT_MIN));
    double x = isnan(NAN) ? HUGE_VAL : sqrt(DBL_MAX) + fabs(-M_PI);
    ptrdiff_t offset = offsetof(struct tm, tm_min);
    wchar_t wide = towupper(L'a');
    uint8_t small = UINT8_MAX; uintptr_t address = (uintptr_t)copy;
    free(copy);
    usleep(10);
    return toupper('a') + (int)x + (int)offset + (int)wide + small + (address != 0) + when->tm_sec + ok + EOF;
}
