// note: a guard must not change anything, not even by a function
// reject: effect-in-condition
int x;
c_code { int next(void) { return ++now.x; } }
active proctype P() {
	c_expr { next() > 2 }
}
