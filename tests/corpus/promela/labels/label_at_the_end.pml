// note: a label may stand before the closing brace of a process, on a skip
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	if
	:: x == 0 -> goto over
	:: x == 1 -> x = 2
	fi;
over:
	skip
}
