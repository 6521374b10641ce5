/* What a signal interrupts: only its name is known. */
#pragma once
#include <features.h>
#include <signal.h>
typedef struct ucontext ucontext_t;
