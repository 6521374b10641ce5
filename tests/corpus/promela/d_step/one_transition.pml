// note: a d_step is a single step
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 10
// transitions: 13
byte a, b, c;

active proctype P() {
	d_step {
		a = 1;
		b = a + 1;
		c = b + 1
	};
	assert(c == 3)
}

active proctype Q() {
	assert(a + b + c == 0 || a + b + c == 6)
}
