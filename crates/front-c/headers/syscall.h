/* Another name. */
#pragma once
#include <features.h>
#include <sys/syscall.h>
