// note: an if without an option that holds waits
// expect: end-states=true
// decided-by: scout explicit
// states: 8
// transitions: 9
byte x;

active proctype P() {
	if
	:: x == 1 -> x = 2
	:: x == 3 -> x = 4
	fi
}

active proctype Q() {
	x = 3
}
