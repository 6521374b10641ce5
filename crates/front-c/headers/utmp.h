/* Who is logged in: only its name is known. */
#pragma once
#include <features.h>
#include <sys/types.h>
struct utmp;
struct utmp *getutent(void);
void setutent(void);
void endutent(void);
