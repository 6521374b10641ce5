/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
char *dirname(char *path);
char *__xpg_basename(char *path);
#define basename __xpg_basename
