// note: a rendezvous that finds a partner is an escape that can move
// expect: end-states=false
// decided-by: scout probe explicit
// states: 10
// transitions: 10
chan stop = [0] of { bit };
byte n;

active proctype Worker() {
	{
		n = 1;
		n = 2
	} unless {
		stop!1;
		n = 5
	}
}

active proctype Boss() {
	n >= 1;
	stop?1
}
