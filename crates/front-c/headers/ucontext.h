/* What a signal interrupts: only its name is known. */
#pragma once
#include <features.h>
#include <sys/ucontext.h>
int getcontext(ucontext_t *out);
int setcontext(const ucontext_t *context);
