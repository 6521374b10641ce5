/* Walks of BSD over folders. */
#pragma once
#include <features.h>
#include <sys/types.h>
struct stat;
typedef struct _ftsent {
    struct _ftsent *fts_cycle, *fts_parent, *fts_link;
    long fts_number;
    void *fts_pointer;
    char *fts_accpath, *fts_path;
    int fts_errno, fts_symfd;
    unsigned short fts_pathlen, fts_namelen;
    ino_t fts_ino;
    dev_t fts_dev;
    nlink_t fts_nlink;
    short fts_level;
    unsigned short fts_info, fts_flags, fts_instr;
    struct stat *fts_statp;
    char fts_name[1];
} FTSENT;
typedef struct __fts FTS;
#define FTS_COMFOLLOW 1
#define FTS_LOGICAL 2
#define FTS_NOCHDIR 4
#define FTS_NOSTAT 8
#define FTS_PHYSICAL 16
#define FTS_SEEDOT 32
#define FTS_XDEV 64
#define FTS_D 1
#define FTS_DC 2
#define FTS_DEFAULT 3
#define FTS_DNR 4
#define FTS_DOT 5
#define FTS_DP 6
#define FTS_ERR 7
#define FTS_F 8
#define FTS_INIT 9
#define FTS_NS 10
#define FTS_NSOK 11
#define FTS_SL 12
#define FTS_SLNONE 13
#define FTS_AGAIN 1
#define FTS_FOLLOW 2
#define FTS_SKIP 4
#define FTS_ROOTLEVEL 0
FTS *fts_open(char *const *paths, int options, int (*compare)(const FTSENT **, const FTSENT **));
FTSENT *fts_read(FTS *walk);
FTSENT *fts_children(FTS *walk, int options);
int fts_set(FTS *walk, FTSENT *entry, int instruction);
int fts_close(FTS *walk);
