// note: an escape also helps a statement that waits
// expect: end-states=true
// decided-by: scout explicit
// states: 8
// transitions: 9
byte x;

active proctype P() {
	{
		x == 9;
		x = 10
	} unless {
		x == 1 -> x = 2
	}
}

active proctype Q() {
	x = 1
}
