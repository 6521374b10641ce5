// note: C inside an atomic sequence, which gives up control where a guard of C waits
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 10
// transitions: 11
int x;

active proctype A() {
	atomic { c_code { now.x = 1; }; c_expr { now.x == 2 }; c_code { now.x = 3; } };
	assert(x == 3)
}

active proctype B() {
	atomic { c_expr { now.x == 1 }; x = 2 };
	c_expr { now.x == 3 }
}
