// note: states in the middle of an atomic sequence are not stored
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 10
// transitions: 13
byte a, b;

active proctype Pair() {
	atomic {
		a = 1;
		b = 1
	};
	assert(a == b)
}

active proctype Reader() {
	assert(a == b)
}
