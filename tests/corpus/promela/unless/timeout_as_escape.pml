// note: a timeout as escape fires where nobody can move
// expect: end-states=true
// decided-by: scout explicit
// states: 7
// transitions: 6
byte x;

active proctype P() {
	{
		x == 3
	} unless {
		timeout -> x = 1
	}
}

active proctype Q() {
	x == 1;
	x = 2
}
