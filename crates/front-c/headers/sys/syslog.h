/* Another name. */
#pragma once
#include <syslog.h>
