/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
#include <sys/ipc.h>
struct sembuf {
    unsigned short sem_num;
    short sem_op, sem_flg;
};
#define SEM_UNDO 0x1000
#define GETVAL 12
#define SETVAL 16
#define GETALL 13
#define SETALL 17
int semget(key_t key, int count, int flags);
int semop(int id, struct sembuf *operations, size_t count);
int semctl(int id, int number, int command, ...);
