// note: a run whose processes all end within a trace
// expect: end-states=true event-trace=true
// decided-by: scout explicit
// states: 3
// transitions: 2
chan q = [2] of { byte };

active proctype P() {
	q!1
}

trace {
	q!1;
	q!2
}
