/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
#include <sys/stat.h>
struct FTW {
    int base, level;
};
#define FTW_F 0
#define FTW_D 1
#define FTW_DNR 2
#define FTW_NS 3
#define FTW_SL 4
#define FTW_DP 5
#define FTW_SLN 6
#define FTW_PHYS 1
#define FTW_MOUNT 2
#define FTW_CHDIR 4
#define FTW_DEPTH 8
#define FTW_ACTIONRETVAL 16
int ftw(const char *path, int (*visit)(const char *, const struct stat *, int), int descriptors);
int nftw(const char *path, int (*visit)(const char *, const struct stat *, int, struct FTW *), int descriptors, int flags);
