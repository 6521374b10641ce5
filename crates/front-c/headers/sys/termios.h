/* Another name. */
#pragma once
#include <termios.h>
