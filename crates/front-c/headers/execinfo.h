/* Traces of GNU. */
#pragma once
#include <features.h>
int backtrace(void **out, int size);
char **backtrace_symbols(void *const *addresses, int size);
void backtrace_symbols_fd(void *const *addresses, int size, int descriptor);
