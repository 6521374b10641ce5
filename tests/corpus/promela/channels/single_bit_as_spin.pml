// note: with Spin's peculiarities, the only field of a message is never a single bit
// options: --spin-compatible
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
chan one = [1] of { bit };

active proctype P() {
	byte v;
	one!2;
	one?v;
	assert(v == 2)
}
