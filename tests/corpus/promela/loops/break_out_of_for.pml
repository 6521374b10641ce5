// note: a for loop can be left early
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 15
// transitions: 14
byte i;

active proctype P() {
	for (i : 0 .. 9) {
		if
		:: i == 3 -> break
		:: else
		fi
	}
	assert(i == 3)
}
