/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 256
#define RTLD_LOCAL 0
#define RTLD_NOLOAD 4
#define RTLD_NODELETE 0x1000
#define RTLD_DEEPBIND 8
#define RTLD_NEXT ((void *)-1l)
#define RTLD_DEFAULT ((void *)0)
typedef struct {
    const char *dli_fname;
    void *dli_fbase;
    const char *dli_sname;
    void *dli_saddr;
} Dl_info;
void *dlopen(const char *path, int mode);
void *dlsym(void *restrict library, const char *restrict name);
int dlclose(void *library);
char *dlerror(void);
int dladdr(const void *address, Dl_info *out);
