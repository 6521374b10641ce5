/* Numbers of devices. */
#pragma once
#include <features.h>
#include <sys/types.h>
#define major(device) ((unsigned int)(((device) >> 8 & 0xfff) | ((device) >> 32 & ~0xfffu)))
#define minor(device) ((unsigned int)(((device) & 0xff) | ((device) >> 12 & ~0xffu)))
#define makedev(major, minor) \
    ((dev_t)((major) & 0xfffu) << 8 | (dev_t)((major) & ~0xfffu) << 32 | (dev_t)((minor) & 0xffu) | (dev_t)((minor) & ~0xffu) << 12)
