/* Sets of signals. */
#pragma once
#include <features.h>
typedef struct {
    unsigned long __bits[1024 / (8 * sizeof(unsigned long))];
} sigset_t;
