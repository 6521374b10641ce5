// note: old values, null pointers, a predicate of memory, and a static object
// options: --checks default --entry add
// expect: true
// decided-by: bmc kind
#include <stddef.h>
static int calls;
_Bool is_counter(int *counter) { return counter == NULL || __CPROVER_is_fresh(counter, sizeof *counter); }
void add(int *counter)
__CPROVER_requires(is_counter(counter))
__CPROVER_requires(counter != NULL ==> *counter < 100)
__CPROVER_assigns(counter != NULL: *counter; calls)
__CPROVER_ensures(counter != NULL ==> *counter == __CPROVER_old(counter == NULL ? 0 : *counter) + 1)
{
    calls = calls + 0;
    if (counter)
        ++*counter;
}
