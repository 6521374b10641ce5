/* C11 7.6. */
#pragma once
#include <features.h>
typedef struct {
    unsigned int __control, __status, __tags, __rest[4];
#ifdef __x86_64__
    unsigned int __vectors;
#endif
} fenv_t;
typedef unsigned short fexcept_t;
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT)
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
#define FE_DFL_ENV ((const fenv_t *)-1)
int feclearexcept(int which);
int fegetexceptflag(fexcept_t *flags, int which);
int feraiseexcept(int which);
int fesetexceptflag(const fexcept_t *flags, int which);
int fetestexcept(int which);
int fegetround(void);
int fesetround(int mode);
int fegetenv(fenv_t *environment);
int feholdexcept(fenv_t *environment);
int fesetenv(const fenv_t *environment);
int feupdateenv(const fenv_t *environment);
