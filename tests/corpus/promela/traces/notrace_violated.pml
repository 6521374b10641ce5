// note: a notrace is violated by a run that does all it says
// expect: end-states=true event-trace=false
// decided-by: scout probe explicit
chan q = [3] of { byte };

active proctype P() {
	q!1;
	q!2
}

notrace {
	q!1;
	q!2
}
