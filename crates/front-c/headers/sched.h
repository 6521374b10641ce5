/* POSIX. */
#pragma once
#include <features.h>
#include <bits/types.h>
#include <time.h>
struct sched_param {
    int sched_priority;
};
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
int sched_yield(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameter);
typedef struct {
    unsigned long __bits[1024 / (8 * sizeof(unsigned long))];
} cpu_set_t;
#define CPU_SETSIZE 1024
#define __CPU_WORD(number) ((number) / (8 * sizeof(unsigned long)))
#define __CPU_BIT(number) (1ul << (number) % (8 * sizeof(unsigned long)))
#define CPU_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(cpu_set_t)))
#define CPU_SET(number, set) ((set)->__bits[__CPU_WORD(number)] |= __CPU_BIT(number))
#define CPU_CLR(number, set) ((set)->__bits[__CPU_WORD(number)] &= ~__CPU_BIT(number))
#define CPU_ISSET(number, set) (((set)->__bits[__CPU_WORD(number)] & __CPU_BIT(number)) != 0)
#define CPU_EQUAL(one, other) (__builtin_memcmp((one), (other), sizeof(cpu_set_t)) == 0)
#define CPU_COUNT(set) __sched_cpucount(sizeof(cpu_set_t), (set))
int __sched_cpucount(size_t size, const cpu_set_t *set);
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *out);
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set);
int sched_getcpu(void);
int sched_getscheduler(pid_t process);
int sched_setparam(pid_t process, const struct sched_param *parameters);
int sched_getparam(pid_t process, struct sched_param *out);
int unshare(int flags);
int setns(int descriptor, int kind);
#define SCHED_BATCH 3
#define SCHED_IDLE 5
#define SCHED_RESET_ON_FORK 0x40000000
#define CLONE_VM 256
#define CLONE_FS 512
#define CLONE_FILES 1024
#define CLONE_NEWNS 0x20000
#define CLONE_NEWNET 0x40000000
#define CLONE_NEWPID 0x20000000
#define CLONE_NEWUSER 0x10000000
