// note: ?? on a rendezvous channel is a plain receive
// expect: end-states=true
// decided-by: scout explicit
// states: 5
// transitions: 4
chan meet = [0] of { byte };

active proctype A() {
	meet!9
}

active proctype B() {
	meet??9;
	skip
}
