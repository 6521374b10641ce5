// note: run as a guard
// expect: end-states=true
// states: 8
// transitions: 9
proctype Kid() {
	skip
}

init {
	(run Kid()) -> skip
}
