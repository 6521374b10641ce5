/* Numbers of the network. */
#pragma once
#include <features.h>
#include <sys/types.h>
typedef unsigned short n_short;
typedef unsigned int n_long, n_time;
