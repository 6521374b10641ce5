// note: also at its start a d_step takes the first option that holds
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	d_step {
		if
		:: true -> x = 2
		:: true -> x = 3
		fi
	};
	assert(x == 2)
}
