/* POSIX. */
#pragma once
#include <stddef.h>
#include <sys/types.h>
typedef __INTPTR_TYPE__ intptr_t;
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
extern char *optarg;
extern int optind, opterr, optopt;
extern char **environ;
int access(const char *path, int mode);
unsigned int alarm(unsigned int seconds);
int chdir(const char *path);
int chown(const char *path, uid_t owner, gid_t group);
int close(int descriptor);
int dup(int descriptor);
int dup2(int from, int to);
int execl(const char *path, const char *argument, ...);
int execv(const char *path, char *const arguments[]);
int execve(const char *path, char *const arguments[], char *const environment[]);
int execvp(const char *file, char *const arguments[]);
void _exit(int status) __attribute__((__noreturn__));
pid_t fork(void);
pid_t vfork(void);
int fsync(int descriptor);
int ftruncate(int descriptor, off_t length);
char *getcwd(char *out, size_t size);
gid_t getegid(void);
uid_t geteuid(void);
gid_t getgid(void);
int gethostname(char *out, size_t size);
int getopt(int count, char *const arguments[], const char *options);
int getpagesize(void);
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
int isatty(int descriptor);
int link(const char *from, const char *to);
off_t lseek(int descriptor, off_t offset, int whence);
int nice(int increment);
int pause(void);
int pipe(int descriptors[2]);
ssize_t pread(int descriptor, void *out, size_t size, off_t offset);
ssize_t pwrite(int descriptor, const void *from, size_t size, off_t offset);
ssize_t read(int descriptor, void *out, size_t size);
ssize_t readlink(const char *restrict path, char *restrict out, size_t size);
int rmdir(const char *path);
void *sbrk(intptr_t increment);
int setgid(gid_t group);
pid_t setsid(void);
int setuid(uid_t user);
unsigned int sleep(unsigned int seconds);
int symlink(const char *from, const char *to);
void sync(void);
long sysconf(int name);
int truncate(const char *path, off_t length);
int unlink(const char *path);
int usleep(useconds_t microseconds);
void swab(const void *restrict from, void *restrict to, ssize_t size);
ssize_t write(int descriptor, const void *from, size_t size);
