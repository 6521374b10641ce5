/* Another name. */
#pragma once
#include <features.h>
#include <signal.h>
