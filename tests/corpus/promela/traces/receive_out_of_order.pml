// note: a receive that the trace does not allow is an error
// expect: end-states=true event-trace=false
// decided-by: scout probe explicit
chan q = [2] of { byte };

active proctype P() {
	q!1;
	q!2;
	q?1;
	q?2
}

trace {
	q!1;
	q?1;
	q!2;
	q?2
}
