/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
typedef struct __dirstream DIR;
struct dirent {
    ino_t d_ino;
    off_t d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};
#define d_fileno d_ino
#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12
DIR *opendir(const char *path);
DIR *fdopendir(int descriptor);
struct dirent *readdir(DIR *directory);
int readdir_r(DIR *restrict directory, struct dirent *restrict entry, struct dirent **restrict out);
int closedir(DIR *directory);
int dirfd(DIR *directory);
void rewinddir(DIR *directory);
void seekdir(DIR *directory, long position);
long telldir(DIR *directory);
int scandir(const char *restrict path, struct dirent ***restrict out, int (*choose)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **one, const struct dirent **other);
int versionsort(const struct dirent **one, const struct dirent **other);
