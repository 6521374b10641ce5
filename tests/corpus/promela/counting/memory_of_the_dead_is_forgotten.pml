// note: what a dead process knew is no part of the state
// expect: end-states=true
// decided-by: scout explicit
// states: 11
// transitions: 12
proctype Short(byte secret) {
	secret++
}

init {
	if
	:: run Short(1)
	:: run Short(2)
	:: run Short(3)
	fi;
	_nr_pr == 1;
	skip
}
