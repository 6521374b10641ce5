/* Another name. */
#pragma once
#include <sys/wait.h>
