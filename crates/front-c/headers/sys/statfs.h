/* Of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
typedef struct {
    int __val[2];
} __fsid_t;
struct statfs {
#ifdef __LP64__
    long f_type, f_bsize;
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    fsfilcnt_t f_files, f_ffree;
    __fsid_t f_fsid;
    long f_namelen, f_frsize, f_flags, f_spare[4];
#else
    int f_type, f_bsize;
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    fsfilcnt_t f_files, f_ffree;
    __fsid_t f_fsid;
    int f_namelen, f_frsize, f_flags, f_spare[4];
#endif
};
int statfs(const char *path, struct statfs *out);
int fstatfs(int descriptor, struct statfs *out);
