// note: a sorted send on a rendezvous channel is a plain send
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
chan meet = [0] of { byte };

active proctype A() {
	meet!!5
}

active proctype B() {
	byte v;
	meet?v;
	assert(v == 5)
}
