// note: a d_step may start with a receive, and waits for the message
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 9
chan q = [1] of { byte };
byte x, y;

active proctype P() {
	d_step {
		q?x;
		y = x + 1;
		x = 0
	}
}

active proctype Q() {
	q!6;
	assert(y == 0 || y == 7)
}
