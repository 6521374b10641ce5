/* Of Linux. */
#pragma once
#include <features.h>
#include <stdint.h>
typedef uint64_t eventfd_t;
#define EFD_CLOEXEC 0x80000
#define EFD_NONBLOCK 2048
#define EFD_SEMAPHORE 1
int eventfd(unsigned int first, int flags);
