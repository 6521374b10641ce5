// note: else sees a timeout as one of the other options
// expect: end-states=true
// decided-by: scout explicit
// states: 6
// transitions: 5
byte took;

active proctype P() {
	if
	:: timeout -> took = 1
	:: else -> took = 2
	fi
}

active proctype Q() {
	took != 0
}
