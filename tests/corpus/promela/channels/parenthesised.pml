// note: q!a(b,c) is another way to write q!a,b,c
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
mtype = { data };
chan q = [1] of { mtype, byte, byte };

active proctype P() {
	byte x, y;
	q!data(4, 5);
	q?data(x, y);
	assert(x == 4 && y == 5)
}
