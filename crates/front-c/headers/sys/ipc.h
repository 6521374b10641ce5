/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
#define IPC_CREAT 512
#define IPC_EXCL 1024
#define IPC_NOWAIT 2048
#define IPC_RMID 0
#define IPC_SET 1
#define IPC_STAT 2
#define IPC_PRIVATE 0
key_t ftok(const char *path, int id);
