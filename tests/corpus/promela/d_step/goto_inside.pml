// note: jumps within a d_step are allowed
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	d_step {
		x = 1;
again:
		x++;
		if
		:: x < 4 -> goto again
		:: else
		fi
	};
	assert(x == 4)
}
