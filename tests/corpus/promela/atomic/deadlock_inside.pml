// note: a process that is stuck inside an atomic sequence is not at a valid end
// expect: end-states=false
// decided-by: scout probe explicit
// states: 2
// transitions: 1
byte x;

active proctype P() {
	atomic {
		x = 1;
		x == 2
	}
}
