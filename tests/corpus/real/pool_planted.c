// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false assertions
// input: 0 1 2 0 0 1
#define PLANTED
#include "pool.c"
