// note: ?[ ] says whether a receive could be done, without doing it
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 7
chan q = [2] of { byte };

active proctype P() {
	assert(!(q?[3]));
	q!3;
	q!4;
	assert(q?[3] && !(q?[4]));
	assert(q??[4] && !(q??[5]));
	assert(len(q) == 2)
}
