/* Another name. */
#pragma once
#include <sys/statfs.h>
