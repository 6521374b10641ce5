// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false bounds
// input: 1 2 3 4 5
#define PLANTED
#include "run_lengths.c"
