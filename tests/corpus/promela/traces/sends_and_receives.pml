// note: a trace may speak of sends and of receives on one channel
// fixme: the trace does not go on after a receive
// expect: end-states=true event-trace=false
// states: 3
// transitions: 2
chan q = [2] of { byte };

active proctype P() {
	q!1;
	q?1;
	q!2;
	q?2
}

trace {
	q!1;
	q?1;
	q!2;
	q?2
}
