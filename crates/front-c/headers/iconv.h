/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <stddef.h>
typedef void *iconv_t;
iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t conversion, char **restrict from, size_t *restrict left, char **restrict to, size_t *restrict room);
int iconv_close(iconv_t conversion);
