// note: a rendezvous channel is always empty
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 3
// transitions: 2
chan meet = [0] of { byte };

active proctype P() {
	assert(len(meet) == 0)
}
