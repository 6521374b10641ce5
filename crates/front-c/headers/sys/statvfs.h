/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
struct statvfs {
    unsigned long f_bsize, f_frsize;
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    fsfilcnt_t f_files, f_ffree, f_favail;
    unsigned long f_fsid;
#ifndef __LP64__
    int __unused;
#endif
    unsigned long f_flag, f_namemax;
    int __spare[6];
};
int statvfs(const char *restrict path, struct statvfs *restrict out);
int fstatvfs(int descriptor, struct statvfs *out);
#define ST_RDONLY 1
#define ST_NOSUID 2
