// note: the address of a variable of the model is not supported, but matters only where a run comes there
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
int x, y;
c_code { void set(int *p) { *p = 1; } }

active proctype P() {
	if
	:: x == 1 -> c_code { set(&now.y); }
	:: else -> c_code { now.y = 2; }
	fi;
	assert(y == 2)
}
