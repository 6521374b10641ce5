// note: an escape does not interrupt a d_step
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	{
		d_step {
			x = 1;
			x = 2;
			x = 3
		}
	} unless {
		x == 2 -> x = 7
	};
	assert(x == 3)
}
