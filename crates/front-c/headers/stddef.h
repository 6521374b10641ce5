/* C11 7.19. */
#pragma once
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
    long long __integer __attribute__((__aligned__(__alignof__(long long))));
    long double __float __attribute__((__aligned__(__alignof__(long double))));
#ifdef __i386__
    char __quadruple[16] __attribute__((__aligned__(16)));
#endif
} max_align_t;
#undef NULL
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
