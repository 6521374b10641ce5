// note: the only field of a message is a bit if it says so
// differs: Spin's verifier keeps a whole byte if a message has just one bit field, and one bit if it has more fields
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
chan one = [1] of { bit };

active proctype P() {
	byte v;
	one!2;
	one?v;
	assert(v == 0)
}
