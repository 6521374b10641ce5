// note: an escape that starts with a choice offers all of its options
// expect: end-states=true
// decided-by: scout explicit
// states: 7
// transitions: 6
byte x;

active proctype P() {
	{
		skip;
		skip
	} unless {
		if
		:: x == 0 -> x = 1
		:: x < 2 -> x = 2
		:: x == 8 -> x = 3
		fi
	}
}
