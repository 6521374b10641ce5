// note: a notrace is kept by a run that goes another way
// expect: end-states=true
// decided-by: scout explicit
// states: 5
// transitions: 4
chan q = [3] of { byte };

active proctype P() {
	q!1;
	q!3;
	q!2
}

notrace {
	q!1;
	q!2
}
