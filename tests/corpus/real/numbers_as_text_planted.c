// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false overflow
// input: 2147483648 0 0 0 0 0
#define PLANTED
#include "numbers_as_text.c"
