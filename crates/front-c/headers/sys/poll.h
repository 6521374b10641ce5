/* Another name. */
#pragma once
#include <features.h>
#include <poll.h>
