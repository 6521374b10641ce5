/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
#include <sched.h>
#include <signal.h>
typedef struct {
    short __flags;
    pid_t __group;
    sigset_t __default, __mask;
    int __priority, __policy, __padding[16];
} posix_spawnattr_t;
typedef struct {
    int __allocated, __used;
    void *__actions;
    int __padding[16];
} posix_spawn_file_actions_t;
#define POSIX_SPAWN_RESETIDS 1
#define POSIX_SPAWN_SETPGROUP 2
#define POSIX_SPAWN_SETSIGDEF 4
#define POSIX_SPAWN_SETSIGMASK 8
#define POSIX_SPAWN_SETSCHEDPARAM 16
#define POSIX_SPAWN_SETSCHEDULER 32
int posix_spawn(pid_t *restrict process, const char *restrict path, const posix_spawn_file_actions_t *restrict actions, const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict]);
int posix_spawnp(pid_t *restrict process, const char *restrict file, const posix_spawn_file_actions_t *restrict actions, const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to);
int posix_spawnattr_init(posix_spawnattr_t *attributes);
int posix_spawnattr_destroy(posix_spawnattr_t *attributes);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict actions, int descriptor, const char *restrict path, int flags, mode_t mode);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int descriptor);
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags);
int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t group);
int posix_spawnattr_setsigmask(posix_spawnattr_t *restrict attributes, const sigset_t *restrict set);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *restrict attributes, const sigset_t *restrict set);
