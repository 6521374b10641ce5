/* Sizes and small macros of BSD. */
#pragma once
#include <features.h>
#include <limits.h>
#include <stddef.h>
#include <endian.h>
#include <signal.h>
#define MAXPATHLEN 4096
#define MAXHOSTNAMELEN 64
#define MAXSYMLINKS 20
#define NGROUPS 65536
#define NOFILE 256
#define NBBY 8
#define NBPG 4096
#define DEV_BSIZE 512
#ifndef PATH_MAX
#define PATH_MAX 4096
#endif
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) ((((x) + ((y) - 1)) / (y)) * (y))
#define powerof2(x) ((((x) - 1) & (x)) == 0)
#define setbit(a, i) ((a)[(i) / NBBY] |= 1 << ((i) % NBBY))
#define clrbit(a, i) ((a)[(i) / NBBY] &= ~(1 << ((i) % NBBY)))
#define isset(a, i) ((a)[(i) / NBBY] & (1 << ((i) % NBBY)))
#define isclr(a, i) (((a)[(i) / NBBY] & (1 << ((i) % NBBY))) == 0)
