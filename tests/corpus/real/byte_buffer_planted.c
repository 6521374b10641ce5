// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 1 2 3 4 5 2 5 0 0
#define PLANTED
#include "byte_buffer.c"
