/* C11 7.29. */
#pragma once
#include <features.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
typedef __WINT_TYPE__ wint_t;
typedef struct {
    int __count;
    unsigned int __value;
} mbstate_t;
struct tm;
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#undef WEOF
#define WEOF (0xffffffffu)
wint_t btowc(int c);
int wctob(wint_t c);
wint_t fgetwc(FILE *stream);
wchar_t *fgetws(wchar_t *restrict out, int size, FILE *restrict stream);
wint_t fputwc(wchar_t c, FILE *stream);
int fputws(const wchar_t *restrict text, FILE *restrict stream);
int fwide(FILE *stream, int mode);
int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...);
int fwscanf(FILE *restrict stream, const wchar_t *restrict format, ...);
wint_t getwc(FILE *stream);
wint_t getwchar(void);
wint_t putwc(wchar_t c, FILE *stream);
wint_t putwchar(wchar_t c);
wint_t ungetwc(wint_t c, FILE *stream);
int wprintf(const wchar_t *restrict format, ...);
int wscanf(const wchar_t *restrict format, ...);
int swprintf(wchar_t *restrict out, size_t size, const wchar_t *restrict format, ...);
int swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...);
int vwprintf(const wchar_t *restrict format, va_list list);
int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list list);
int vswprintf(wchar_t *restrict out, size_t size, const wchar_t *restrict format, va_list list);
size_t mbrlen(const char *restrict text, size_t size, mbstate_t *restrict state);
size_t mbrtowc(wchar_t *restrict out, const char *restrict text, size_t size, mbstate_t *restrict state);
int mbsinit(const mbstate_t *state);
size_t mbsrtowcs(wchar_t *restrict out, const char **restrict text, size_t size, mbstate_t *restrict state);
size_t wcrtomb(char *restrict out, wchar_t c, mbstate_t *restrict state);
size_t wcsrtombs(char *restrict out, const wchar_t **restrict text, size_t size, mbstate_t *restrict state);
wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size);
wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t size);
int wcscmp(const wchar_t *a, const wchar_t *b);
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t size);
int wcscoll(const wchar_t *a, const wchar_t *b);
size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t size);
wchar_t *wcschr(const wchar_t *text, wchar_t c);
wchar_t *wcsrchr(const wchar_t *text, wchar_t c);
size_t wcscspn(const wchar_t *text, const wchar_t *set);
size_t wcsspn(const wchar_t *text, const wchar_t *set);
wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set);
wchar_t *wcsstr(const wchar_t *text, const wchar_t *part);
wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict set, wchar_t **restrict state);
wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size);
wchar_t *wcschrnul(const wchar_t *text, wchar_t c);
wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size);
size_t wcslen(const wchar_t *text);
size_t wcsnlen(const wchar_t *text, size_t size);
wchar_t *wcsdup(const wchar_t *text);
wchar_t *wmemchr(const wchar_t *text, wchar_t c, size_t size);
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t size);
wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size);
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t size);
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t size);
size_t wcsftime(wchar_t *restrict out, size_t size, const wchar_t *restrict format, const struct tm *restrict time);
double wcstod(const wchar_t *restrict text, wchar_t **restrict end);
float wcstof(const wchar_t *restrict text, wchar_t **restrict end);
long double wcstold(const wchar_t *restrict text, wchar_t **restrict end);
long wcstol(const wchar_t *restrict text, wchar_t **restrict end, int base);
long long wcstoll(const wchar_t *restrict text, wchar_t **restrict end, int base);
unsigned long wcstoul(const wchar_t *restrict text, wchar_t **restrict end, int base);
unsigned long long wcstoull(const wchar_t *restrict text, wchar_t **restrict end, int base);
