// note: where the escape can move, the main sequence cannot
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
byte x;

active proctype P() {
	{
		x = 1;
		x = 2;
		x = 3
	} unless {
		x == 2 -> assert(x == 2)
	};
	assert(x == 2)
}
