// note: a d_step inside an atomic sequence is one of its steps
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 8
byte x;

active proctype P() {
	atomic {
		x = 1;
		d_step {
			x = 2;
			x = 3
		};
		x = 4
	}
}

active proctype Q() {
	assert(x == 0 || x == 4)
}
