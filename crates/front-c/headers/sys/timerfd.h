/* Of Linux. */
#pragma once
#include <features.h>
#include <time.h>
#define TFD_CLOEXEC 0x80000
#define TFD_NONBLOCK 2048
#define TFD_TIMER_ABSTIME 1
int timerfd_create(int clock, int flags);
int timerfd_settime(int descriptor, int flags, const struct itimerspec *value, struct itimerspec *old);
int timerfd_gettime(int descriptor, struct itimerspec *out);
