/* POSIX. */
#pragma once
#include <features.h>
#include <bits/types.h>
#include <time.h>
typedef union {
    char __size[4 * sizeof(long)];
    long __align;
} sem_t;
#define SEM_FAILED ((sem_t *)0)
int sem_init(sem_t *semaphore, int shared, unsigned int value);
int sem_destroy(sem_t *semaphore);
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *semaphore);
int sem_unlink(const char *name);
int sem_wait(sem_t *semaphore);
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time);
int sem_trywait(sem_t *semaphore);
int sem_post(sem_t *semaphore);
int sem_getvalue(sem_t *restrict semaphore, int *restrict value);
