/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
typedef int regoff_t;
typedef struct {
    void *__buffer;
    unsigned long __allocated, __used, __syntax;
    char *__fastmap;
    unsigned char *__translate;
    size_t re_nsub;
    unsigned char __flags;
} regex_t;
typedef struct {
    regoff_t rm_so, rm_eo;
} regmatch_t;
#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2
#define REG_STARTEND 4
#define REG_NOERROR 0
#define REG_NOMATCH 1
#define REG_BADPAT 2
#define REG_ECOLLATE 3
#define REG_ECTYPE 4
#define REG_EESCAPE 5
#define REG_ESUBREG 6
#define REG_EBRACK 7
#define REG_EPAREN 8
#define REG_EBRACE 9
#define REG_BADBR 10
#define REG_ERANGE 11
#define REG_ESPACE 12
#define REG_BADRPT 13
int regcomp(regex_t *restrict out, const char *restrict pattern, int flags);
int regexec(const regex_t *restrict pattern, const char *restrict text, size_t count, regmatch_t matches[restrict], int flags);
size_t regerror(int error, const regex_t *restrict pattern, char *restrict out, size_t size);
void regfree(regex_t *pattern);
