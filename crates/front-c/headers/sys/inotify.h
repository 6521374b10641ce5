/* Of Linux. */
#pragma once
#include <features.h>
#include <stdint.h>
struct inotify_event {
    int wd;
    uint32_t mask, cookie, len;
    char name[];
};
#define IN_CLOEXEC 0x80000
#define IN_NONBLOCK 2048
#define IN_ACCESS 1
#define IN_MODIFY 2
#define IN_ATTRIB 4
#define IN_CLOSE_WRITE 8
#define IN_CLOSE_NOWRITE 16
#define IN_CLOSE 24
#define IN_OPEN 32
#define IN_MOVED_FROM 64
#define IN_MOVED_TO 128
#define IN_MOVE 192
#define IN_CREATE 256
#define IN_DELETE 512
#define IN_DELETE_SELF 1024
#define IN_MOVE_SELF 2048
#define IN_UNMOUNT 0x2000
#define IN_Q_OVERFLOW 0x4000
#define IN_IGNORED 0x8000
#define IN_ONLYDIR 0x1000000
#define IN_DONT_FOLLOW 0x2000000
#define IN_EXCL_UNLINK 0x4000000
#define IN_MASK_ADD 0x20000000
#define IN_ISDIR 0x40000000
#define IN_ONESHOT 0x80000000
#define IN_ALL_EVENTS 4095
int inotify_init(void);
int inotify_init1(int flags);
int inotify_add_watch(int descriptor, const char *path, uint32_t mask);
int inotify_rm_watch(int descriptor, int watch);
