/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
#include <time.h>
struct stat {
#ifdef __LP64__
    dev_t st_dev;
    ino_t st_ino;
    nlink_t st_nlink;
    mode_t st_mode;
    uid_t st_uid;
    gid_t st_gid;
    int __pad0;
    dev_t st_rdev;
    off_t st_size;
    blksize_t st_blksize;
    blkcnt_t st_blocks;
    struct timespec st_atim, st_mtim, st_ctim;
    long __reserved[3];
#else
    dev_t st_dev;
    unsigned short __pad1;
    ino_t st_ino;
    mode_t st_mode;
    nlink_t st_nlink;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    unsigned short __pad2;
    off_t st_size;
    blksize_t st_blksize;
    blkcnt_t st_blocks;
    struct timespec st_atim, st_mtim, st_ctim;
    unsigned long __reserved[2];
#endif
};
#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec
#define S_IFMT 0xf000
#define S_IFDIR 0x4000
#define S_IFCHR 0x2000
#define S_IFBLK 0x6000
#define S_IFREG 0x8000
#define S_IFIFO 0x1000
#define S_IFLNK 0xa000
#define S_IFSOCK 0xc000
#define S_ISUID 2048
#define S_ISGID 1024
#define S_ISVTX 512
#define S_IRUSR 256
#define S_IWUSR 128
#define S_IXUSR 64
#define S_IRWXU 448
#define S_IRGRP 32
#define S_IWGRP 16
#define S_IXGRP 8
#define S_IRWXG 56
#define S_IROTH 4
#define S_IWOTH 2
#define S_IXOTH 1
#define S_IRWXO 7
#define S_IREAD 256
#define S_IWRITE 128
#define S_IEXEC 64
#define ACCESSPERMS 511
#define ALLPERMS 4095
#define DEFFILEMODE 438
#define UTIME_NOW 0x3fffffff
#define UTIME_OMIT 0x3ffffffe
#define __S_ISTYPE(mode, type) (((mode) & S_IFMT) == (type))
#define S_ISDIR(mode) __S_ISTYPE(mode, S_IFDIR)
#define S_ISCHR(mode) __S_ISTYPE(mode, S_IFCHR)
#define S_ISBLK(mode) __S_ISTYPE(mode, S_IFBLK)
#define S_ISREG(mode) __S_ISTYPE(mode, S_IFREG)
#define S_ISFIFO(mode) __S_ISTYPE(mode, S_IFIFO)
#define S_ISLNK(mode) __S_ISTYPE(mode, S_IFLNK)
#define S_ISSOCK(mode) __S_ISTYPE(mode, S_IFSOCK)
int stat(const char *restrict path, struct stat *restrict out);
int fstat(int descriptor, struct stat *out);
int lstat(const char *restrict path, struct stat *restrict out);
int fstatat(int directory, const char *restrict path, struct stat *restrict out, int flags);
int chmod(const char *path, mode_t mode);
int fchmod(int descriptor, mode_t mode);
int fchmodat(int directory, const char *path, mode_t mode, int flags);
mode_t umask(mode_t mask);
int mkdir(const char *path, mode_t mode);
int mkdirat(int directory, const char *path, mode_t mode);
int mknod(const char *path, mode_t mode, dev_t device);
int mkfifo(const char *path, mode_t mode);
int utimensat(int directory, const char *path, const struct timespec times[2], int flags);
int futimens(int descriptor, const struct timespec times[2]);
