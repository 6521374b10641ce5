/* C11 7.22 and some of POSIX. */
#pragma once
#include <features.h>
#include <alloca.h>
#include <stddef.h>
#include <sys/types.h>
typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;
#define EXIT_FAILURE 1
#define EXIT_SUCCESS 0
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)1)
double atof(const char *text);
int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
double strtod(const char *restrict text, char **restrict end);
float strtof(const char *restrict text, char **restrict end);
long double strtold(const char *restrict text, char **restrict end);
long strtol(const char *restrict text, char **restrict end, int base);
long long strtoll(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
int rand(void);
int rand_r(unsigned int *seed);
void srand(unsigned int seed);
long random(void);
void srandom(unsigned int seed);
double drand48(void);
long lrand48(void);
long mrand48(void);
void srand48(long seed);
void *aligned_alloc(size_t alignment, size_t size) __attribute__((__malloc__));
void *calloc(size_t count, size_t size) __attribute__((__malloc__));
void free(void *pointer);
void *malloc(size_t size) __attribute__((__malloc__));
void *realloc(void *pointer, size_t size);
void *reallocarray(void *pointer, size_t count, size_t size);
void *valloc(size_t size) __attribute__((__malloc__));
int posix_memalign(void **out, size_t alignment, size_t size);
void abort(void) __attribute__((__noreturn__));
int atexit(void (*function)(void));
int at_quick_exit(void (*function)(void));
int on_exit(void (*function)(int, void *), void *argument);
void exit(int status) __attribute__((__noreturn__));
void _Exit(int status) __attribute__((__noreturn__));
void quick_exit(int status) __attribute__((__noreturn__));
char *getenv(const char *name);
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
int putenv(char *text);
int system(const char *command);
char *realpath(const char *restrict path, char *restrict out);
int mkstemp(char *pattern);
void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *with);
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
int abs(int value);
long labs(long value);
long long llabs(long long value);
div_t div(int dividend, int divisor);
ldiv_t ldiv(long dividend, long divisor);
lldiv_t lldiv(long long dividend, long long divisor);
int mblen(const char *text, size_t size);
int mbtowc(wchar_t *restrict out, const char *restrict text, size_t size);
int wctomb(char *out, wchar_t c);
size_t mbstowcs(wchar_t *restrict out, const char *restrict text, size_t size);
size_t wcstombs(char *restrict out, const wchar_t *restrict text, size_t size);
