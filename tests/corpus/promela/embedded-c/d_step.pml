// note: C inside a d_step
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 13
// transitions: 18
int x, y;

active [2] proctype P() {
	d_step {
		c_code { now.x++; };
		if
		:: c_expr { now.x > 1 } -> y = 5
		:: else -> c_code { now.y = 4; }
		fi;
		c_code { now.x += now.y; }
	};
	assert(x == 5 || x == 11)
}
