/* An old name. */
#pragma once
#include <features.h>
#include <string.h>
