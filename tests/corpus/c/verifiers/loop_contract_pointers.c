// note: a loop writes by pointers what its contract names, and moves one in its object
// options: --checks default --apply-loop-contracts
// expect: true
// decided-by: bmc kind
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void)
{
    unsigned size = nondet_uint();
    if (size == 0 || 1000 < size)
        return 0;
    char *text = malloc(size), *kept = malloc(1);
    *kept = 7;
    char *at = text;
    while (at < text + size)
    __CPROVER_assigns(at, __CPROVER_object_upto(text, size))
    __CPROVER_loop_invariant(text <= at && at <= text + size)
    __CPROVER_decreases(text + size - at)
    {
        *at++ = 1;
    }
    __CPROVER_assert(at == text + size && *kept == 7, "only the text was written");
    free(text);
    free(kept);
}
