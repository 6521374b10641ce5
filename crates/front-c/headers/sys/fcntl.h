/* Another name. */
#pragma once
#include <fcntl.h>
