// note: an escape that was entered is not left again
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 12
// transitions: 11
byte x;

active proctype P() {
	{
		do
		:: x < 5 -> x++
		od
	} unless {
		x == 3;
		x = 9;
		x = 10
	};
	assert(x == 10)
}
