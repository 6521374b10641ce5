/* Terminals. */
#pragma once
#include <features.h>
#include <termios.h>
#include <sys/ioctl.h>
int openpty(int *one, int *other, char *name, const struct termios *settings, const struct winsize *size);
int forkpty(int *one, char *name, const struct termios *settings, const struct winsize *size);
