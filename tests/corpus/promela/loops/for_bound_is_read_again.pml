// note: the upper bound of a for loop is read in each round
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 22
// transitions: 21
byte top = 2, rounds;

active proctype P() {
	byte i;
	for (i : 1 .. top) {
		rounds++;
		if
		:: i == 1 -> top = 4
		:: else
		fi
	}
	assert(rounds == 4)
}
