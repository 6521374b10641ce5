/* POSIX. */
#pragma once
#include <features.h>
#include <bits/timeval.h>
#include <sys/select.h>
#include <time.h>
struct timezone {
    int tz_minuteswest, tz_dsttime;
};
struct itimerval {
    struct timeval it_interval, it_value;
};
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timercmp(a, b, op) (((a)->tv_sec == (b)->tv_sec) ? ((a)->tv_usec op (b)->tv_usec) : ((a)->tv_sec op (b)->tv_sec))
#define timeradd(a, b, out) \
    do { \
        (out)->tv_sec = (a)->tv_sec + (b)->tv_sec; \
        (out)->tv_usec = (a)->tv_usec + (b)->tv_usec; \
        if ((out)->tv_usec >= 1000000) { \
            ++(out)->tv_sec; \
            (out)->tv_usec -= 1000000; \
        } \
    } while (0)
#define timersub(a, b, out) \
    do { \
        (out)->tv_sec = (a)->tv_sec - (b)->tv_sec; \
        (out)->tv_usec = (a)->tv_usec - (b)->tv_usec; \
        if ((out)->tv_usec < 0) { \
            --(out)->tv_sec; \
            (out)->tv_usec += 1000000; \
        } \
    } while (0)
int gettimeofday(struct timeval *restrict out, void *restrict zone);
int settimeofday(const struct timeval *time, const struct timezone *zone);
int setitimer(int which, const struct itimerval *restrict value, struct itimerval *restrict old);
int getitimer(int which, struct itimerval *out);
int utimes(const char *path, const struct timeval times[2]);
int lutimes(const char *path, const struct timeval times[2]);
int futimes(int descriptor, const struct timeval times[2]);
int adjtime(const struct timeval *by, struct timeval *old);
