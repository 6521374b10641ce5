/* Of Linux. */
#pragma once
#include <features.h>
#ifdef __LP64__
#define SYS_read 0
#else
#define SYS_read 3
#endif
#ifdef __LP64__
#define SYS_write 1
#else
#define SYS_write 4
#endif
#ifdef __LP64__
#define SYS_open 2
#else
#define SYS_open 5
#endif
#ifdef __LP64__
#define SYS_close 3
#else
#define SYS_close 6
#endif
#ifdef __LP64__
#define SYS_getpid 39
#else
#define SYS_getpid 20
#endif
#ifdef __LP64__
#define SYS_gettid 186
#else
#define SYS_gettid 224
#endif
#ifdef __LP64__
#define SYS_exit 60
#else
#define SYS_exit 1
#endif
#ifdef __LP64__
#define SYS_exit_group 231
#else
#define SYS_exit_group 252
#endif
#ifdef __LP64__
#define SYS_futex 202
#else
#define SYS_futex 240
#endif
#ifdef __LP64__
#define SYS_getrandom 318
#else
#define SYS_getrandom 355
#endif
#ifdef __LP64__
#define SYS_tgkill 234
#else
#define SYS_tgkill 270
#endif
#ifdef __LP64__
#define SYS_clock_gettime 228
#else
#define SYS_clock_gettime 265
#endif
