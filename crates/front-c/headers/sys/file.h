/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <fcntl.h>
#define L_SET 0
#define L_INCR 1
#define L_XTND 2
int flock(int descriptor, int operation);
