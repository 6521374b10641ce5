// note: a local may start with the value of a global or of an earlier local
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 3
// transitions: 2
byte base = 4;

active proctype P() {
	byte twice = base * 2;
	byte more = twice + 1;
	assert(more == 9)
}
