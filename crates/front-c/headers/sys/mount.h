/* Of Linux. */
#pragma once
#include <features.h>
#define MS_RDONLY 1
#define MS_NOSUID 2
#define MS_NODEV 4
#define MS_NOEXEC 8
#define MS_REMOUNT 32
#define MS_BIND 0x1000
#define MS_REC 0x4000
#define MS_PRIVATE 0x40000
#define MNT_FORCE 1
#define MNT_DETACH 2
int mount(const char *source, const char *target, const char *type, unsigned long flags, const void *data);
int umount(const char *target);
int umount2(const char *target, int flags);
