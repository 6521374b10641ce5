// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 32 32 32 32
#define PLANTED
#include "counted_string.c"
