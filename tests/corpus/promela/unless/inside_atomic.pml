// note: an escape interrupts also in the middle of an atomic sequence
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte x;

active proctype P() {
	{
		atomic {
			x = 1;
			x = 2;
			x = 3
		}
	} unless {
		x == 2 -> x = 7
	};
	assert(x == 7)
}
