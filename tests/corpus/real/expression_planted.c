// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false division
// input: 49 47 48 0 0
#define PLANTED
#include "expression.c"
