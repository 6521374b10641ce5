// note: a variable in a poll matches anything and is not changed
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
chan q = [1] of { byte, byte };

active proctype P() {
	byte v = 9;
	q!1,2;
	assert(q?[v,2]);
	assert(v == 9);
	assert(!(q?[v,eval(v)]))
}
