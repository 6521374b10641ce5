// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false assertions
// input: 1 2 3 4 5 6 7 8
#define PLANTED
#include "block_cipher.c"
