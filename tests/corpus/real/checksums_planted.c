// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 1 2 3
#define PLANTED
#include "checksums.c"
