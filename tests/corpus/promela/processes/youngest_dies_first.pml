// note: a process ends only when all that are younger have ended
// expect: end-states=true assertions=false
// decided-by: scout bmc probe kind explicit
// states: 31
// transitions: 40
byte max;

proctype Short() {
	skip
}

init {
	run Short();
	run Short();
	max = _nr_pr;
	_nr_pr == 1;
	assert(max >= 2)
}
