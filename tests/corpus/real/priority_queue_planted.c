// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false assertions
// input: 5 6 7 8 9
#define PLANTED
#include "priority_queue.c"
