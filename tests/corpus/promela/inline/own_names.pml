// note: names declared in an inline are its own at each use
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 9
// transitions: 8
byte r;

inline twice(v) {
	byte kept;
	kept = v * 2;
	r = r + kept
}

active proctype P() {
	twice(3);
	twice(4);
	assert(r == 14)
}
