/* Another name. */
#pragma once
#include <features.h>
#include <syslog.h>
