// note: inlines may call inlines
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
byte x;

inline step() {
	x++
}

inline two() {
	step();
	step()
}

active proctype P() {
	two();
	two();
	assert(x == 4)
}
