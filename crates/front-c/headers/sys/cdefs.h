/* What declarations of the library are dressed in. */
#pragma once
#include <features.h>
