/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/ipc.h>
#define SHM_R 256
#define SHM_W 128
#define SHM_RDONLY 0x1000
#define SHM_RND 0x2000
struct shmid_ds;
int shmget(key_t key, size_t size, int flags);
void *shmat(int id, const void *address, int flags);
int shmdt(const void *address);
int shmctl(int id, int command, struct shmid_ds *out);
