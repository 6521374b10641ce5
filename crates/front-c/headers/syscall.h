/* Another name. */
#pragma once
#include <sys/syscall.h>
