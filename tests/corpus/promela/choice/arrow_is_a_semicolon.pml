// note: an arrow between statements separates like a semicolon
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
byte x;

active proctype P() {
	x = 1 -> x = 2 -> x == 2;
	assert(x == 2)
}
