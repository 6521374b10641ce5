// note: the underscore matches any field and keeps nothing
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
chan q = [1] of { byte, byte };

active proctype P() {
	byte v;
	q!8,9;
	q?_,v;
	assert(v == 9)
}
