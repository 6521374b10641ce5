/* C11 7.13. */
#pragma once
#include <features.h>
typedef struct {
    long __registers[8];
    int __masked;
    unsigned long __mask[16];
} jmp_buf[1];
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf environment) __attribute__((__returns_twice__));
int _setjmp(jmp_buf environment) __attribute__((__returns_twice__));
int sigsetjmp(sigjmp_buf environment, int save) __attribute__((__returns_twice__));
void longjmp(jmp_buf environment, int value) __attribute__((__noreturn__));
void siglongjmp(sigjmp_buf environment, int value) __attribute__((__noreturn__));
#define setjmp(environment) setjmp(environment)
