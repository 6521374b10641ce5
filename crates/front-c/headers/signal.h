/* C11 7.14 and some of POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <bits/sigset.h>
#include <bits/types.h>
typedef __SIG_ATOMIC_TYPE__ sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
union sigval {
    int sival_int;
    void *sival_ptr;
};
typedef union sigval sigval_t;
typedef struct {
    int si_signo, si_errno, si_code;
#ifdef __LP64__
    int __pad0;
#endif
    union {
        int __padding[(128 - 3 * sizeof(int)) / sizeof(int) - (sizeof(long) == 8)];
        struct {
            pid_t __pid;
            uid_t __uid;
            union {
                sigval_t __value;
                struct {
                    int __status;
                    clock_t __utime, __stime;
                } __child;
            } __rest;
        } __sender;
        struct {
            int __tid, __overrun;
            sigval_t __value;
        } __timer;
        struct {
            void *__addr;
            short __addr_lsb;
        } __fault;
        struct {
            long __band;
            int __fd;
        } __poll;
    } __fields;
} siginfo_t;
#define si_pid __fields.__sender.__pid
#define si_uid __fields.__sender.__uid
#define si_status __fields.__sender.__rest.__child.__status
#define si_value __fields.__sender.__rest.__value
#define si_int si_value.sival_int
#define si_ptr si_value.sival_ptr
#define si_addr __fields.__fault.__addr
#define si_band __fields.__poll.__band
#define si_fd __fields.__poll.__fd
struct sigaction {
    union {
        __sighandler_t sa_handler;
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};
typedef struct {
    void *ss_sp;
    int ss_flags;
    size_t ss_size;
} stack_t;
typedef struct sigevent {
    sigval_t sigev_value;
    int sigev_signo, sigev_notify;
    union {
        int __padding[(64 - sizeof(sigval_t)) / sizeof(int) - 2];
        pid_t __tid;
        struct {
            void (*__function)(sigval_t);
            void *__argument;
        } __call;
    } __fields;
} sigevent_t;
#define sigev_notify_function __fields.__call.__function
#define sigev_notify_attributes __fields.__call.__argument
#define SIG_ERR ((__sighandler_t)-1)
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGIOT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGPOLL 29
#define SIGIO 29
#define SIGPWR 30
#define SIGSYS 31
#define NSIG 65
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x8000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SS_ONSTACK 1
#define SS_DISABLE 2
#define SI_USER 0
#define SI_KERNEL 128
#define SI_QUEUE -1
#define SI_TIMER -2
#define SI_TKILL -6
#define SIGEV_SIGNAL 0
#define SIGEV_NONE 1
#define SIGEV_THREAD 2
#define ILL_ILLOPC 1
#define FPE_INTDIV 1
#define FPE_INTOVF 2
#define FPE_FLTDIV 3
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
#define BUS_ADRALN 1
#define FPE_FLTOVF 4
#define FPE_FLTUND 5
#define FPE_FLTRES 6
#define FPE_FLTINV 7
#define FPE_FLTSUB 8
#define ILL_ILLOPN 2
#define ILL_ILLADR 3
#define ILL_ILLTRP 4
#define ILL_PRVOPC 5
#define ILL_PRVREG 6
#define ILL_COPROC 7
#define ILL_BADSTK 8
#define BUS_ADRERR 2
#define BUS_OBJERR 3
#define TRAP_BRKPT 1
#define TRAP_TRACE 2
#define CLD_TRAPPED 4
#define POLL_IN 1
#define POLL_OUT 2
#define SI_ASYNCIO -4
#define SI_MESGQ -3
#define CLD_EXITED 1
#define CLD_KILLED 2
#define CLD_DUMPED 3
#define CLD_STOPPED 5
#define CLD_CONTINUED 6
#define SIGSTKSZ 8192
#define MINSIGSTKSZ 2048
#define SIGRTMIN 34
#define SIGRTMAX 64
#define _NSIG NSIG
__sighandler_t signal(int number, __sighandler_t handler);
int raise(int number);
int kill(pid_t process, int number);
int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old);
int sigsuspend(const sigset_t *mask);
int sigaltstack(const stack_t *restrict stack, stack_t *restrict old);
int sigpending(sigset_t *out);
int sigwait(const sigset_t *restrict set, int *restrict out);
int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict out);
int sigqueue(pid_t process, int number, const union sigval value);
int siginterrupt(int number, int flag);
int killpg(pid_t group, int number);
int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old);
void psignal(int number, const char *text);
