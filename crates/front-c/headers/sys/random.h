/* Of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
ssize_t getrandom(void *to, size_t size, unsigned int flags);
int getentropy(void *to, size_t size);
