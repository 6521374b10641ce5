// note: ?? takes the first message that matches, and only that
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 13
// transitions: 12
chan q = [4] of { byte, byte };

active proctype P() {
	byte v;
	q!1,10;
	q!2,20;
	q!2,21;
	q!1,11;
	q??2,v; assert(v == 20);
	q??2,v; assert(v == 21);
	q??1,v; assert(v == 10);
	assert(len(q) == 1)
}
