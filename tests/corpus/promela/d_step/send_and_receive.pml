// note: a d_step may use buffered channels
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
chan q = [2] of { byte };
byte x;

active proctype P() {
	d_step {
		q!3;
		q!4;
		q?x;
		q?x
	};
	assert(x == 4 && empty(q))
}
