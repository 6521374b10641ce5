// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false lifetime
// input: 1 2 3 2
#define PLANTED
#include "linked_list.c"
