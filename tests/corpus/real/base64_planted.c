// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 1 2 3 0 200 65 65 65
#define PLANTED
#include "base64.c"
