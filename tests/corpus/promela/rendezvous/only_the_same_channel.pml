// note: a rendezvous is on one and the same channel
// expect: end-states=false
// decided-by: scout probe explicit
// states: 1
// transitions: 0
chan a = [0] of { byte };
chan b = [0] of { byte };

active proctype P() {
	a!1
}

active proctype Q() {
	b?1
}
