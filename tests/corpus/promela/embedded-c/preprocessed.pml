// note: macros of the model are expanded in C; directives of C are written with a backslash
// expect: end-states=true assertions=true
// decided-by: scout explicit
// differs: Spin refuses calls and sizeof in a c_expr, lest they have effects
#define LIMIT 3
#define NEGATIVE -1
#define is_small(v) ((v) < LIMIT)
c_decl {
\#include <limits.h>
\#define TWICE(v) ((v) + (v))
\#if LIMIT > 2
	typedef short number;
\#else
	typedef char number;
\#endif
}
c_state "number n" "Global"

active proctype P() {
	c_code { now.n = TWICE(LIMIT)-NEGATIVE; };
	assert(c_expr { now.n == 7 && sizeof(now.n) == 2 && CHAR_BIT == 8 });
	assert(c_expr { is_small(2) })
}
