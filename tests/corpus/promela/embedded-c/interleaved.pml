// note: between two c_codes others can move: an update is lost
// expect: end-states=true assertions=false
// decided-by: scout probe explicit
// states: 28
// transitions: 33
int x;

proctype P() {
	int old;
	c_code { PP->old = now.x; };
	c_code { now.x = PP->old + 1; }
}

init {
	atomic { run P(); run P() };
	_nr_pr == 1;
	assert(x == 2)
}
