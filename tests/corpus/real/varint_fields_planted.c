// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: false shift
// input: 128 128 128 128 128 128 0
#define PLANTED
#include "varint_fields.c"
