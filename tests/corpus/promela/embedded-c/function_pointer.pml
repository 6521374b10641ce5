// note: calls by pointers to functions
// expect: end-states=true assertions=true
// decided-by: scout explicit
// differs: Spin does not restore the pointer unless it is tracked
c_decl {
	int one(void) { return 1; }
	int two(void) { return 2; }
	int (*next)(void) = one;
}
int x;

active proctype P() {
	c_code { now.x += next(); next = two; };
	c_code { now.x += next(); };
	assert(x == 3)
}
