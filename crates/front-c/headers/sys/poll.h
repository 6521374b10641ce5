/* Another name. */
#pragma once
#include <poll.h>
