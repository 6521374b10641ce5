// note: in a d_step the first option that holds is taken
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	d_step {
		if
		:: x == 1 -> x = 9
		:: x == 0 -> x = 2
		:: true -> x = 3
		fi
	};
	assert(x == 2)
}
