/* Passwords as Linux keeps them. */
#pragma once
#include <features.h>
#include <stddef.h>
struct spwd {
    char *sp_namp, *sp_pwdp;
    long sp_lstchg, sp_min, sp_max, sp_warn, sp_inact, sp_expire;
    unsigned long sp_flag;
};
struct spwd *getspnam(const char *name);
struct spwd *getspent(void);
void setspent(void);
void endspent(void);
