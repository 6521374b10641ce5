// note: a rendezvous is one step of two processes
// expect: end-states=true
// decided-by: scout explicit
// states: 8
// transitions: 9
chan meet = [0] of { byte };
byte x;

active proctype A() {
	meet!1;
	x++
}

active proctype B() {
	meet?1;
	x++
}
