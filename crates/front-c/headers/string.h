/* C11 7.24 and some of POSIX. */
#pragma once
#include <features.h>
#include <stddef.h>
#include <strings.h>
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *mempcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memccpy(void *restrict to, const void *restrict from, int c, size_t size);
char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t size);
char *stpcpy(char *restrict to, const char *restrict from);
char *stpncpy(char *restrict to, const char *restrict from, size_t size);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t size);
int memcmp(const void *a, const void *b, size_t size);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
int strcoll(const char *a, const char *b);
size_t strxfrm(char *restrict to, const char *restrict from, size_t size);
void *memchr(const void *text, int c, size_t size);
void *memrchr(const void *text, int c, size_t size);
void *memmem(const void *text, size_t size, const void *part, size_t part_size);
char *strchr(const char *text, int c);
char *strchrnul(const char *text, int c);
char *strrchr(const char *text, int c);
size_t strcspn(const char *text, const char *set);
size_t strspn(const char *text, const char *set);
char *strpbrk(const char *text, const char *set);
char *strstr(const char *text, const char *part);
char *strcasestr(const char *text, const char *part);
char *strtok(char *restrict text, const char *restrict set);
char *strtok_r(char *restrict text, const char *restrict set, char **restrict state);
char *strsep(char **restrict text, const char *restrict set);
void *memset(void *to, int c, size_t size);
char *strerror(int number);
int strerror_r(int number, char *out, size_t size);
char *strsignal(int number);
void *rawmemchr(const void *text, int c);
void explicit_bzero(void *to, size_t size);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t size);
char *strdup(const char *text) __attribute__((__malloc__));
char *strndup(const char *text, size_t size) __attribute__((__malloc__));
