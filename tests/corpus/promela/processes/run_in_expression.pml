// note: run has the number of the new process as value, which is never zero
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 9
proctype Kid() {
	skip
}

init {
	if
	:: run Kid() -> skip
	:: else -> assert(false)
	fi
}
