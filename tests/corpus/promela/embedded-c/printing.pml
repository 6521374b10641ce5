// note: what C prints is of no importance
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 3
int x = 1;

active proctype P() {
	c_code { printf("x is %d\n", now.x); Printf("and %s\n", "so on"); now.x = 2; };
	c_expr { now.x == 2 }
}
