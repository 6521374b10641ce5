/* Of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
ssize_t sendfile(int to, int from, off_t *offset, size_t count);
