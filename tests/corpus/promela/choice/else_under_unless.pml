// note: an escape comes before else
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte x;

active proctype P() {
	{
		if
		:: x == 1 -> x = 2
		:: else -> x = 3
		fi
	} unless {
		x == 0 -> x = 9
	};
	assert(x == 9)
}
