// note: the entry keeps its contract
// options: --checks default --entry fill
// expect: true
// decided-by: bmc kind
#include <stddef.h>
int fill(char *to, size_t size, char with)
__CPROVER_requires(size <= 4 && __CPROVER_is_fresh(to, size))
__CPROVER_assigns(__CPROVER_object_upto(to, size))
__CPROVER_ensures(__CPROVER_return_value == (int)size)
__CPROVER_ensures(__CPROVER_forall { size_t i; i < size ==> to[i] == with });

int fill(char *to, size_t size, char with) {
    int done = 0;
    for (size_t i = 0; i < size; i++) {
        to[i] = with;
        done++;
    }
    return done;
}
