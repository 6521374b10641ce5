// note: labels inside a d_step mark nothing
// expect: end-states=false
// decided-by: scout probe explicit
// states: 2
// transitions: 1
byte x;

active proctype P() {
	d_step {
		x = 1;
end_inside:
		x = 2
	};
	x == 5
}
