/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
#include <stdio.h>
struct group {
    char *gr_name, *gr_passwd;
    gid_t gr_gid;
    char **gr_mem;
};
struct group *getgrnam(const char *name);
struct group *getgrgid(gid_t group);
int getgrnam_r(const char *restrict name, struct group *restrict out, char *restrict buffer, size_t size, struct group **restrict result);
int getgrgid_r(gid_t group, struct group *restrict out, char *restrict buffer, size_t size, struct group **restrict result);
struct group *getgrent(void);
void setgrent(void);
void endgrent(void);
int initgroups(const char *user, gid_t group);
int setgroups(size_t count, const gid_t *groups);
int getgrouplist(const char *user, gid_t group, gid_t *out, int *count);
