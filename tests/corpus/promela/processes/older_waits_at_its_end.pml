// note: a finished process behind a younger one still counts
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 11
// transitions: 14
byte seen;

proctype Old() {
	skip
}

proctype Young() {
	_nr_pr == 3;
	seen = _nr_pr;
	end: seen == 9
}

init {
	atomic {
		run Old();
		run Young()
	};
	seen == 3;
	assert(_nr_pr == 3)
}
