/* Another name. */
#pragma once
#include <signal.h>
