/* Of Linux. */
#pragma once
#include <features.h>
#include <stdio.h>
struct mntent {
    char *mnt_fsname, *mnt_dir, *mnt_type, *mnt_opts;
    int mnt_freq, mnt_passno;
};
FILE *setmntent(const char *path, const char *mode);
struct mntent *getmntent(FILE *file);
int endmntent(FILE *file);
char *hasmntopt(const struct mntent *entry, const char *option);
