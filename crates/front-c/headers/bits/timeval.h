/* A time. */
#pragma once
#include <features.h>
#include <bits/types.h>
struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};
