// note: where channels lose messages, a send to a full channel goes on and the message is gone
// options: --lossy
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
chan q = [1] of { byte };

active proctype P() {
	byte v;
	q!1;
	q!2;
	q!3;
	q?v;
	assert(v == 1 && empty(q))
}
