// note: a goto that is itself the target of a jump stays a state of its own
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte n;

active proctype Chain() {
	n = 1;
	goto one;
	n = 9;
one:
	goto two;
	n = 9;
two:
	n = 2
}
