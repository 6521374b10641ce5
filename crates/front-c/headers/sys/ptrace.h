/* Of Linux. */
#pragma once
#include <features.h>
long ptrace(int request, ...);
