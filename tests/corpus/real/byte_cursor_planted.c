// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 5 1 1 1 1 1
#define PLANTED
#include "byte_cursor.c"
