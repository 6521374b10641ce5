// note: a declaration behind a statement is a step that assigns
// expect: end-states=true
// decided-by: scout explicit
// states: 6
// transitions: 5
byte x;

active proctype P() {
	x = 1;
	byte y;
	x = 2;
	y = x
}
