/* POSIX. */
#pragma once
#include <sys/types.h>
#include <time.h>
struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};
struct timezone {
    int tz_minuteswest, tz_dsttime;
};
struct itimerval {
    struct timeval it_interval, it_value;
};
#define ITIMER_REAL 0
int gettimeofday(struct timeval *restrict out, void *restrict zone);
int settimeofday(const struct timeval *time, const struct timezone *zone);
int setitimer(int which, const struct itimerval *restrict value, struct itimerval *restrict old);
