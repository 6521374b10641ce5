// note: a failing assertion in a d_step is reported and the step goes on
// expect: end-states=true assertions=false
// decided-by: scout probe explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	d_step {
		x = 1;
		assert(x == 2);
		x = 3
	};
	x = x + 1
}
