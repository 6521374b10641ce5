/* Of Linux. */
#pragma once
#include <features.h>
#include <stdint.h>
#include <signal.h>
#define SFD_CLOEXEC 0x80000
#define SFD_NONBLOCK 2048
int signalfd(int descriptor, const sigset_t *mask, int flags);
