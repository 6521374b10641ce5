/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <bits/sigset.h>
#include <bits/timeval.h>
struct timespec;
typedef struct {
    long fds_bits[1024 / (8 * sizeof(long))];
} fd_set;
#define FD_SETSIZE 1024
#define NFDBITS ((int)(8 * sizeof(long)))
#define FD_SET(descriptor, set) ((void)((set)->fds_bits[(descriptor) / NFDBITS] |= 1ul << ((descriptor) % NFDBITS)))
#define FD_CLR(descriptor, set) ((void)((set)->fds_bits[(descriptor) / NFDBITS] &= ~(1ul << ((descriptor) % NFDBITS))))
#define FD_ISSET(descriptor, set) (((set)->fds_bits[(descriptor) / NFDBITS] & 1ul << ((descriptor) % NFDBITS)) != 0)
#define FD_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(fd_set)))
int select(int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict other, struct timeval *restrict timeout);
int pselect(int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict other, const struct timespec *restrict timeout, const sigset_t *restrict mask);
