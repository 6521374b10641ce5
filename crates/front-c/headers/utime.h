/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
struct utimbuf {
    time_t actime, modtime;
};
int utime(const char *path, const struct utimbuf *times);
