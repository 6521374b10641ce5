// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 3 1 2 3 4 4 4 4 4
#define PLANTED
#include "log_blocks.c"
