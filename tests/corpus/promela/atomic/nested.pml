// note: an atomic sequence in another adds nothing
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 8
byte x;

active proctype A() {
	atomic {
		x = 1;
		atomic {
			x = 2;
			x = 3
		};
		x = 4
	}
}

active proctype B() {
	assert(x == 0 || x == 4)
}
