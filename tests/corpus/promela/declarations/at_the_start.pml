// note: declarations before the first statement are no steps
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	byte y;
	byte z = 3;
	x = 1;
	y = z
}
