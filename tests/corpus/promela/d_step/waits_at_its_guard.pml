// note: a d_step may wait at its first statement
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 9
byte x;

active proctype P() {
	d_step {
		x == 1;
		x = 2;
		x = 3
	}
}

active proctype Q() {
	x = 1;
	assert(x == 1 || x == 3)
}
