// note: the closing brace of a process is a valid end
// expect: end-states=true
// decided-by: scout explicit
// states: 2
// transitions: 1
byte x;

active proctype P() {
	x = 1
}

active proctype Q() {
	endQ: x == 5
}
