/* Another name. */
#pragma once
#include <unistd.h>
