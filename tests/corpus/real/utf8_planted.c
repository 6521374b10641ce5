// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 65 65 65 65 200
#define PLANTED
#include "utf8.c"
