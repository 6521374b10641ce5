// note: an assignment at the start of an option always holds
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 3
// transitions: 2
byte x;

active proctype P() {
	if
	:: x = 1
	:: x == 7 -> x = 2
	:: else -> assert(false)
	fi
}
