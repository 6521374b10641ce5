/* C11 7.13. */
#pragma once
#include <features.h>
typedef struct {
#ifdef __x86_64__
    long __registers[8];
#else
    int __registers[6];
#endif
    int __masked;
    unsigned long __mask[128 / sizeof(long)];
} jmp_buf[1];
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf environment) __attribute__((__returns_twice__));
int _setjmp(jmp_buf environment) __attribute__((__returns_twice__));
int sigsetjmp(sigjmp_buf environment, int save) __attribute__((__returns_twice__));
void longjmp(jmp_buf environment, int value) __attribute__((__noreturn__));
void siglongjmp(sigjmp_buf environment, int value) __attribute__((__noreturn__));
#define setjmp(environment) setjmp(environment)
