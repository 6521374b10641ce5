// note: a guard must not change anything
// reject: effect-in-condition
int x;

active proctype P() {
	c_expr { now.x++ == 0 }
}
