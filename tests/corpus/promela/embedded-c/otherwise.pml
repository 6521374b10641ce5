// note: else, timeout and unless beside C
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 14
// transitions: 16
int x;
bool late, escaped;

active proctype P() {
	if
	:: c_expr { now.x > 0 } -> assert(false)
	:: else -> c_code { now.x = 1; }
	fi;
	{ c_expr { now.x == 5 } } unless { c_expr { now.x == 2 }; escaped = true };
	assert(escaped)
}

active proctype Q() {
	timeout -> late = true; c_code { now.x = 2; }
}
