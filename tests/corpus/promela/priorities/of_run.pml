// note: run may give a priority
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 9
// transitions: 8
byte x;

proctype Child(byte n) {
	x = n
}

init {
	atomic {
		run Child(1) priority 1;
		run Child(2) priority 3
	};
	_nr_pr == 1;
	assert(x == 1)
}
