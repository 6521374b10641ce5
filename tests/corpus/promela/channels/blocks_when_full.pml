// note: a send to a full channel waits
// expect: end-states=false assertions=true
// decided-by: scout probe explicit
// states: 2
// transitions: 1
chan q = [1] of { byte };

active proctype P() {
	q!1;
	q!2;
	assert(false)
}
