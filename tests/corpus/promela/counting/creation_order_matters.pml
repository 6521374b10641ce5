// note: states with the same processes, created in another order, differ
// expect: end-states=true
// decided-by: scout bmc kind explicit
// states: 5
// transitions: 4
proctype Left() {
	end: false
}

proctype Right() {
	end: false
}

init {
	if
	:: run Left(); run Right()
	:: run Right(); run Left()
	fi
}
