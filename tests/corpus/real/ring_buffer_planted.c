// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false assertions
// input: 1 1 1 1 1 1 1 1
#define PLANTED
#include "ring_buffer.c"
