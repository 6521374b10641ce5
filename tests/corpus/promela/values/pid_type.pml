// note: a pid is a byte
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
pid p;

active proctype P() {
	p = 300;
	assert(p == 44)
}
