// note: an atomic sequence whose first statement cannot be taken waits
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 9
byte x;

active proctype A() {
	atomic {
		x == 1;
		x = 2
	}
}

active proctype B() {
	x = 1;
	assert(x == 1 || x == 2)
}
