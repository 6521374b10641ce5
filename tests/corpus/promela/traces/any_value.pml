// note: a pattern in a trace matches as in a receive, the underscore matches all
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 3
chan q = [2] of { byte, byte };

active proctype P() {
	q!1,7;
	q!2,8
}

trace {
	q!1,_;
	q!2,8
}
