// note: an expression given to an inline is put in its place as text
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte x = 2, r;

inline triple(e) {
	r = e * 3
}

active proctype P() {
	triple(x + 1);
	assert(r == 5)
}
