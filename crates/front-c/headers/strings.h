/* POSIX. */
#pragma once
#include <features.h>
#include <stddef.h>
int bcmp(const void *a, const void *b, size_t size);
void bcopy(const void *from, void *to, size_t size);
void bzero(void *to, size_t size);
int ffs(int value);
int ffsl(long value);
int ffsll(long long value);
char *index(const char *text, int c);
char *rindex(const char *text, int c);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t size);
