// note: a message may be an escape
// expect: end-states=true
// decided-by: scout explicit
// states: 35
// transitions: 54
chan stop = [1] of { bit };
byte n;

active proctype Worker() {
	{
		do
		:: n < 3 -> n++
		:: n == 3 -> n = 0
		od
	} unless {
		stop?1
	};
	n = 9
}

active proctype Boss() {
	stop!1
}
