// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 7 2 9
#define PLANTED
#include "formatted_output.c"
