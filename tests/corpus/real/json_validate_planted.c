// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 32 32 32 34 92
#define PLANTED
#include "json_validate.c"
