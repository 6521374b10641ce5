// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 3 0 0
#define PLANTED
#include "inflate_window.c"
