// note: a message field is cut to its type when it is sent
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
chan q = [2] of { byte, short, bit };

active proctype P() {
	byte a;
	int s;
	byte t;
	q!258,65537,2;
	q?a,s,t;
	assert(a == 2 && s == 1 && t == 0)
}
