// note: else holds only where no other option does
// expect: end-states=true
// decided-by: scout explicit
// states: 25
// transitions: 31
byte x, took;

active proctype Chooser() {
	if
	:: x == 1 -> took = 1
	:: x == 2 -> took = 2
	:: else -> took = 3
	fi
}

active proctype Setter() {
	x = 1;
	x = 2
}
