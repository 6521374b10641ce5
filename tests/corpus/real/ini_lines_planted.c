// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 97 98 99 100 120 49 49 49
#define PLANTED
#include "ini_lines.c"
