// note: locals, parameters and the number of the process that runs
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 70
// transitions: 117
byte seen[4];

proctype P(byte start; short step) {
	int at;
	c_code { PP->at = PP->start + 2 * PP->step; now.seen[PP->_pid] = PP->at; };
	assert(at == start + 2 * step);
	assert(seen[_pid] == at)
}

init {
	run P(1, 3);
	run P(2, -1);
	c_code { now.seen[Pinit->_pid] = now._nr_pr; }
}
