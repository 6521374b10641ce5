/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
struct tms {
    clock_t tms_utime, tms_stime, tms_cutime, tms_cstime;
};
clock_t times(struct tms *out);
