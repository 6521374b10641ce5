// note: a trace may speak of receives only; then sends are free
// expect: end-states=true event-trace=true
// decided-by: scout explicit
// states: 6
// transitions: 5
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
