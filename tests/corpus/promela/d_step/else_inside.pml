// note: else in a d_step is what is left when no other option holds
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte x = 3, y;

active proctype P() {
	d_step {
		y = 1;
		if
		:: else -> y = 2
		:: x == 4 -> y = 3
		fi
	};
	assert(y == 2)
}
