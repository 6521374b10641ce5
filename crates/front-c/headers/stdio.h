/* C11 7.21 and some of POSIX. */
#pragma once
#include <features.h>
#include <stdarg.h>
#include <stddef.h>
#include <bits/types.h>
typedef struct _IO_FILE FILE;
typedef struct {
    long __position;
    int __state[2];
} fpos_t;
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
int remove(const char *name);
int rename(const char *from, const char *to);
FILE *tmpfile(void);
char *tmpnam(char *name);
int fclose(FILE *stream);
int fflush(FILE *stream);
FILE *fopen(const char *restrict name, const char *restrict mode);
FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict stream);
FILE *fdopen(int descriptor, const char *mode);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);
int fileno(FILE *stream);
void setbuf(FILE *restrict stream, char *restrict buffer);
int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size);
int fprintf(FILE *restrict stream, const char *restrict format, ...) __attribute__((__format__(__printf__, 2, 3)));
int fscanf(FILE *restrict stream, const char *restrict format, ...) __attribute__((__format__(__scanf__, 2, 3)));
int printf(const char *restrict format, ...) __attribute__((__format__(__printf__, 1, 2)));
int scanf(const char *restrict format, ...) __attribute__((__format__(__scanf__, 1, 2)));
int snprintf(char *restrict out, size_t size, const char *restrict format, ...)
    __attribute__((__format__(__printf__, 3, 4)));
int sprintf(char *restrict out, const char *restrict format, ...) __attribute__((__format__(__printf__, 2, 3)));
int sscanf(const char *restrict text, const char *restrict format, ...)
    __attribute__((__format__(__scanf__, 2, 3)));
int asprintf(char **restrict out, const char *restrict format, ...) __attribute__((__format__(__printf__, 2, 3)));
int dprintf(int descriptor, const char *restrict format, ...) __attribute__((__format__(__printf__, 2, 3)));
int vfprintf(FILE *restrict stream, const char *restrict format, va_list list);
int vfscanf(FILE *restrict stream, const char *restrict format, va_list list);
int vprintf(const char *restrict format, va_list list);
int vscanf(const char *restrict format, va_list list);
int vsnprintf(char *restrict out, size_t size, const char *restrict format, va_list list);
int vsprintf(char *restrict out, const char *restrict format, va_list list);
int vsscanf(const char *restrict text, const char *restrict format, va_list list);
int vasprintf(char **restrict out, const char *restrict format, va_list list);
int fgetc(FILE *stream);
char *fgets(char *restrict out, int size, FILE *restrict stream);
int fputc(int c, FILE *stream);
int fputc_unlocked(int c, FILE *stream);
int fputs(const char *restrict text, FILE *restrict stream);
int fputs_unlocked(const char *restrict text, FILE *restrict stream);
int getc(FILE *stream);
int getchar(void);
char *gets(char *out);
int putc(int c, FILE *stream);
int putc_unlocked(int c, FILE *stream);
int putchar(int c);
int putchar_unlocked(int c);
int putw(int word, FILE *stream);
int puts(const char *text);
int ungetc(int c, FILE *stream);
ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream);
ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream);
size_t fread(void *restrict out, size_t size, size_t count, FILE *restrict stream);
size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict stream);
size_t fwrite_unlocked(const void *restrict from, size_t size, size_t count, FILE *restrict stream);
int fgetpos(FILE *restrict stream, fpos_t *restrict position);
int fseek(FILE *stream, long offset, int whence);
int fsetpos(FILE *stream, const fpos_t *position);
long ftell(FILE *stream);
int fseeko(FILE *stream, off_t offset, int whence);
off_t ftello(FILE *stream);
void rewind(FILE *stream);
void clearerr(FILE *stream);
int feof(FILE *stream);
int ferror(FILE *stream);
void perror(const char *text);
