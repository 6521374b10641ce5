// note: what stands in brackets holds, before a statement and before a guard
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
int x = 2;

active proctype P() {
	c_code [now.x > 0] { now.x--; };
	c_expr [now.x == 1] { now.x < 2 };
	c_code [now.x == 1] { now.x--; }
}
