// note: after the last statement of the main sequence its escape is over
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte x;

active proctype P() {
	{
		x = 1
	} unless {
		x == 1 -> x = 5
	};
	skip;
	assert(x == 1)
}
