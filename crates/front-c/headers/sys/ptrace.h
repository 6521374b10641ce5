/* Of Linux. */
#pragma once
long ptrace(int request, ...);
