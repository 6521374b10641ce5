// note: an outer escape also interrupts the escape within
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 7
byte x;

active proctype P() {
	{
		{
			x = 1;
			x = 2
		} unless {
			x == 1 -> x = 3;
			x = 4
		}
	} unless {
		x == 3 -> x = 5
	};
	assert(x == 5)
}
