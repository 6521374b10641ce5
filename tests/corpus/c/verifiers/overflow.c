// note: overflow is asked about in the type in which the operands meet
// options: --checks default
// expect: true
// decided-by: bmc kind
#include <limits.h>
#include <stdint.h>
int nondet_int(void);
int main(void) {
    int x = nondet_int(), y = nondet_int();
    __CPROVER_assert(__CPROVER_overflow_plus(x, y) == (y > 0 ? x > INT_MAX - y : x < INT_MIN - y), "sums");
    __CPROVER_assert(!__CPROVER_overflow_plus(x, 1L) && !__CPROVER_overflow_mult((signed char)x, (signed char)y), "wider types");
    if (!__CPROVER_overflow_minus(x, y))
        x - y;
    __CPROVER_assert(__CPROVER_overflow_unary_minus(x) == (x == INT_MIN), "the least has no opposite");
    __CPROVER_assert(__CPROVER_overflow_plus(SIZE_MAX, 1) && __CPROVER_overflow_minus(0u, 1u), "unsigned types");
    __CPROVER_assert(__CPROVER_overflow_shl(1, 31) && !__CPROVER_overflow_shl(1, 30) && !__CPROVER_overflow_shl(1u, 31), "shifts");
    __CPROVER_assert(__CPROVER_overflow_shl(1, 32) && !__CPROVER_overflow_shl(0, 99) && !__CPROVER_overflow_shl(-1, 31), "and more");
    __CPROVER_assert(!__CPROVER_overflow_shl(x, -1), "no overflow, though undefined");
}
