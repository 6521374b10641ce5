// note: an inline may return a value to an assignment
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte r;

inline larger(a, b) {
	if
	:: a > b -> return a
	:: else -> return b
	fi
}

active proctype P() {
	r = larger(3, 8);
	assert(r == 8)
}
