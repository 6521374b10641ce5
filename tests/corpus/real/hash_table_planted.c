// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false lifetime
// input: 0 4 8 8
#define PLANTED
#include "hash_table.c"
