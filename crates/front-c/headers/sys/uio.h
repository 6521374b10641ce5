/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
struct iovec {
    void *iov_base;
    size_t iov_len;
};
#define UIO_MAXIOV 1024
ssize_t readv(int descriptor, const struct iovec *parts, int count);
ssize_t writev(int descriptor, const struct iovec *parts, int count);
ssize_t preadv(int descriptor, const struct iovec *parts, int count, off_t offset);
ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset);
