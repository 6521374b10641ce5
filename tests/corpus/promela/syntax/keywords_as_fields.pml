// note: names may contain digits and underscores
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
byte _a1, a_1, A1;

active proctype P() {
	_a1 = 1;
	a_1 = 2;
	A1 = _a1 + a_1;
	assert(A1 == 3)
}
