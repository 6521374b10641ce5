/* Options of a command line, also long ones. */
#pragma once
#include <features.h>
struct option {
    const char *name;
    int has_arg, *flag, val;
};
#define no_argument 0
#define required_argument 1
#define optional_argument 2
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int count, char *const arguments[], const char *options);
int getopt_long(int count, char *const arguments[], const char *options, const struct option *long_options, int *index);
int getopt_long_only(int count, char *const arguments[], const char *options, const struct option *long_options, int *index);
