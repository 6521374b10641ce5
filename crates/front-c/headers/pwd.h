/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
#include <stdio.h>
struct passwd {
    char *pw_name, *pw_passwd;
    uid_t pw_uid;
    gid_t pw_gid;
    char *pw_gecos, *pw_dir, *pw_shell;
};
struct passwd *getpwnam(const char *name);
struct passwd *getpwuid(uid_t user);
int getpwnam_r(const char *restrict name, struct passwd *restrict out, char *restrict buffer, size_t size, struct passwd **restrict result);
int getpwuid_r(uid_t user, struct passwd *restrict out, char *restrict buffer, size_t size, struct passwd **restrict result);
struct passwd *getpwent(void);
void setpwent(void);
void endpwent(void);
