/* Another name. */
#pragma once
#include <features.h>
#include <unistd.h>
