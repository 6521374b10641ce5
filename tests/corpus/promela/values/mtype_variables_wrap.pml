// note: an mtype variable is a byte
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
mtype = { one };
mtype m;

active proctype P() {
	m = one + 256;
	assert(m == one)
}
