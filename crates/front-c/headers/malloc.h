/* GNU. */
#pragma once
#include <features.h>
#include <stdlib.h>
void *memalign(size_t alignment, size_t size);
void *pvalloc(size_t size);
size_t malloc_usable_size(void *pointer);
