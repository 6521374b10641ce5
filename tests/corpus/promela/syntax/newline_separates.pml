// note: a line break after a complete statement separates
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte x

active proctype P() {
	x = 1
	x = 2
	assert(x == 2)
}
