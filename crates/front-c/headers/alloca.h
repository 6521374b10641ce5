/* GNU. */
#pragma once
#include <features.h>
#include <stddef.h>
#undef alloca
void *alloca(size_t size);
#define alloca(size) __builtin_alloca(size)
