// note: timeout is a value like any other in an expression
// expect: end-states=true
// decided-by: scout explicit
// states: 6
// transitions: 5
byte x;

active proctype P() {
	x == 0 && !timeout;
	x = 1;
	(timeout || x == 5);
	x = 2
}
