// note: an option that can never be taken does not disturb the others
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	if
	:: false -> assert(false)
	:: 0 -> assert(false)
	:: x == 0 -> x = 1
	:: else -> assert(false)
	fi
}
