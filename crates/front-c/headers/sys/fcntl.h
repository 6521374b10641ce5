/* Another name. */
#pragma once
#include <features.h>
#include <fcntl.h>
