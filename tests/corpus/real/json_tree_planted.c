// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false leak
// input: 91 49 44 120 0
#define PLANTED
#include "json_tree.c"
