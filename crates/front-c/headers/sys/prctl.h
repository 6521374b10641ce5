/* Of Linux. */
#pragma once
#include <features.h>
#define PR_SET_PDEATHSIG 1
#define PR_GET_DUMPABLE 3
#define PR_SET_DUMPABLE 4
#define PR_SET_NAME 15
#define PR_GET_NAME 16
#define PR_SET_NO_NEW_PRIVS 38
#define PR_SET_KEEPCAPS 8
int prctl(int option, ...);
