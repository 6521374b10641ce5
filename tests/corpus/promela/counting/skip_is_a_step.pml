// note: skip and true are steps, and so is an expression that holds
// expect: end-states=true
// decided-by: scout explicit
// states: 6
// transitions: 5
byte seen;

active proctype Walker() {
	skip;
	true;
	seen == 0;
	seen = 1
}
