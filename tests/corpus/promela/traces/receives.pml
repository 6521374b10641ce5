// note: a trace may speak of receives only; then sends are free
// fixme: the trace does not go on after a receive
// expect: end-states=true event-trace=false
// states: 4
// transitions: 3
chan q = [2] of { byte };

active proctype P() {
	q!1;
	q!2;
	q?1;
	q?2
}

trace {
	q?1;
	q?2
}
