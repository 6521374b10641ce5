/* C11 7.27 and some of POSIX. */
#pragma once
#include <stddef.h>
#include <sys/types.h>
#ifndef __TRIBUNAL_TIMESPEC
#define __TRIBUNAL_TIMESPEC
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
#endif
struct itimerspec {
    struct timespec it_interval, it_value;
};
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
clock_t clock(void);
double difftime(time_t later, time_t earlier);
time_t mktime(struct tm *time);
time_t time(time_t *out);
int timespec_get(struct timespec *out, int base);
char *asctime(const struct tm *time);
char *asctime_r(const struct tm *restrict time, char *restrict out);
char *ctime(const time_t *time);
char *ctime_r(const time_t *restrict time, char *restrict out);
struct tm *gmtime(const time_t *time);
struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict out);
struct tm *localtime(const time_t *time);
struct tm *localtime_r(const time_t *restrict time, struct tm *restrict out);
size_t strftime(char *restrict out, size_t size, const char *restrict format, const struct tm *restrict time);
char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict out);
time_t timegm(struct tm *time);
int nanosleep(const struct timespec *duration, struct timespec *rest);
int clock_getres(clockid_t clock, struct timespec *out);
int clock_gettime(clockid_t clock, struct timespec *out);
int clock_settime(clockid_t clock, const struct timespec *time);
