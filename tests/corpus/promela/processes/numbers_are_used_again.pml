// note: the number of a dead process goes to the next one
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 12
// transitions: 13
proctype Kid() {
	skip
}

init {
	pid first, second;
	first = run Kid();
	_nr_pr == 1;
	second = run Kid();
	assert(first == 1 && second == 1)
}
