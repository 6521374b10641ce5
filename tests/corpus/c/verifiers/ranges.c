// note: what CBMC says about the bytes behind a pointer
// options: --checks default
// expect: true
// decided-by: scout bmc lists kind explicit
#include <stdlib.h>
__CPROVER_size_t nondet_size(void);
int main(void) {
    __CPROVER_size_t n = nondet_size();
    __CPROVER_assume(0 < n && n <= 16);
    char *p = malloc(n);
    int x, *none = NULL;
    __CPROVER_assert(__CPROVER_r_ok(p, n) && __CPROVER_w_ok(p, n) && __CPROVER_rw_ok(p, 0), "all of it");
    __CPROVER_assert(!__CPROVER_r_ok(p, n + 1) && !__CPROVER_r_ok(p + 1, n) && !__CPROVER_r_ok(p - 1, 1), "no more");
    __CPROVER_assert(!__CPROVER_w_ok(none, 1) && !__CPROVER_r_ok(none), "nothing behind null");
    __CPROVER_assert(__CPROVER_rw_ok(&x) && !__CPROVER_rw_ok(&x, 5) && !__CPROVER_w_ok("text", 1), "variables and constants");
    __CPROVER_assert(__CPROVER_POINTER_OFFSET(p + n) == (__CPROVER_ssize_t)n && __CPROVER_OBJECT_SIZE(p + n) == n, "sizes");
    __CPROVER_assert(__CPROVER_same_object(p, p + n) && !__CPROVER_same_object(p, &x), "objects");
    __CPROVER_assert(__CPROVER_POINTER_OBJECT(p) == __CPROVER_POINTER_OBJECT(p + 1), "one number for one object");
    __CPROVER_assert(__CPROVER_POINTER_OBJECT(p) != __CPROVER_POINTER_OBJECT(&x), "and another for another");
    __CPROVER_assert(__CPROVER_POINTER_OBJECT(none) == 0, "none for null");
    __CPROVER_assert(__CPROVER_DYNAMIC_OBJECT(p) && !__CPROVER_DYNAMIC_OBJECT(&x), "allocated");
    __CPROVER_assert(__CPROVER_pointer_in_range(p, p + 1, p + n) && !__CPROVER_pointer_in_range(p + 1, p, p + n), "between");
    free(p);
    __CPROVER_assert(!__CPROVER_r_ok(p, 1), "dead");
}
