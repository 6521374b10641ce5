/* Another name. */
#pragma once
#include <features.h>
#include <termios.h>
