/* POSIX. */
#pragma once
#include <features.h>
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
#define _SC_ARG_MAX 0
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_NGROUPS_MAX 3
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_IOV_MAX 60
#define _SC_GETGR_R_SIZE_MAX 69
#define _SC_GETPW_R_SIZE_MAX 70
#define _SC_LOGIN_NAME_MAX 71
#define _SC_TTY_NAME_MAX 72
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_HOST_NAME_MAX 180
#define _SC_LINE_MAX 43
#define _SC_MONOTONIC_CLOCK 149
#define _SC_THREADS 67
#define _SC_SYMLOOP_MAX 173
#define _PC_LINK_MAX 0
#define _PC_NAME_MAX 3
#define _PC_PATH_MAX 4
#define _PC_PIPE_BUF 5
#define _CS_PATH 0
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _POSIX_VERSION 0x31069
#define _POSIX_VDISABLE 0
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
int close_range(unsigned int first, unsigned int last, int flags);
int dup3(int from, int to, int flags);
int pipe2(int descriptors[2], int flags);
int faccessat(int directory, const char *path, int mode, int flags);
int euidaccess(const char *path, int mode);
int execle(const char *path, const char *argument, ...);
int execlp(const char *file, const char *argument, ...);
int execvpe(const char *file, char *const arguments[], char *const environment[]);
int fexecve(int descriptor, char *const arguments[], char *const environment[]);
int fchdir(int descriptor);
int fchown(int descriptor, uid_t owner, gid_t group);
int fchownat(int directory, const char *path, uid_t owner, gid_t group, int flags);
int lchown(const char *path, uid_t owner, gid_t group);
int fdatasync(int descriptor);
int lockf(int descriptor, int command, off_t length);
char *get_current_dir_name(void);
char *getwd(char *out);
int getgroups(int count, gid_t *out);
char *getlogin(void);
int getlogin_r(char *out, size_t size);
pid_t getpgid(pid_t process);
pid_t getpgrp(void);
pid_t getsid(pid_t process);
pid_t gettid(void);
int setpgid(pid_t process, pid_t group);
pid_t tcgetpgrp(int descriptor);
int tcsetpgrp(int descriptor, pid_t group);
int setegid(gid_t group);
int seteuid(uid_t user);
int setregid(gid_t real, gid_t effective);
int setreuid(uid_t real, uid_t effective);
int setresgid(gid_t real, gid_t effective, gid_t saved);
int setresuid(uid_t real, uid_t effective, uid_t saved);
int getresgid(gid_t *real, gid_t *effective, gid_t *saved);
int getresuid(uid_t *real, uid_t *effective, uid_t *saved);
int sethostname(const char *name, size_t size);
int getdomainname(char *out, size_t size);
long gethostid(void);
char *getpass(const char *prompt);
int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags);
int symlinkat(const char *from, int directory, const char *to);
ssize_t readlinkat(int directory, const char *restrict path, char *restrict out, size_t size);
int unlinkat(int directory, const char *path, int flags);
long pathconf(const char *path, int name);
long fpathconf(int descriptor, int name);
size_t confstr(int name, char *out, size_t size);
char *ttyname(int descriptor);
int ttyname_r(int descriptor, char *out, size_t size);
int chroot(const char *path);
int daemon(int keep_folder, int keep_output);
int acct(const char *path);
int brk(void *address);
long syscall(long number, ...);
int getentropy(void *to, size_t size);
unsigned int ualarm(unsigned int first, unsigned int interval);
