/* C11 7.27 and some of POSIX. */
#pragma once
#include <features.h>
#include <stddef.h>
#include <bits/types.h>
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
struct sigevent;
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
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define CLOCK_TAI 11
#define TIMER_ABSTIME 1
extern char *tzname[2];
extern int daylight;
extern long timezone;
void tzset(void);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *rest);
int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict out);
int timer_delete(timer_t timer);
int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict value, struct itimerspec *restrict old);
int timer_gettime(timer_t timer, struct itimerspec *out);
time_t timelocal(struct tm *time);
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
