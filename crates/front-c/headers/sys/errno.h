/* Another name. */
#pragma once
#include <errno.h>
