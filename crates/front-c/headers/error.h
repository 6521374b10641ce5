/* Messages of GNU. */
#pragma once
#include <features.h>
void error(int status, int number, const char *format, ...);
void error_at_line(int status, int number, const char *file, unsigned int line, const char *format, ...);
extern unsigned int error_message_count;
extern int error_one_per_line;
extern void (*error_print_progname)(void);
