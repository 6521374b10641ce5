/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
typedef void *nl_catd;
#define NL_SETD 1
#define NL_CAT_LOCALE 1
nl_catd catopen(const char *name, int flags);
char *catgets(nl_catd catalogue, int set, int number, const char *text);
int catclose(nl_catd catalogue);
