/* Another name. */
#pragma once
#include <features.h>
#include <errno.h>
