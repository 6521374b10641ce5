// note: run as a guard
// expect: end-states=true
// decided-by: scout explicit
// states: 8
// transitions: 9
proctype Kid() {
	skip
}

init {
	(run Kid()) -> skip
}
