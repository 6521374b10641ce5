// note: a d_step that cannot go on is an error
// expect: end-states=true d_step=false
// decided-by: scout probe explicit
byte x;

active proctype P() {
	d_step {
		x = 1;
		x == 2;
		x = 3
	}
}
