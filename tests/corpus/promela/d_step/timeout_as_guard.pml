// note: a d_step may start with timeout
// expect: end-states=true
// decided-by: scout explicit
// states: 6
// transitions: 5
byte x;

active proctype P() {
	d_step {
		timeout;
		x = 5;
		x++
	}
}

active proctype Q() {
	x == 6;
	x = 0
}
