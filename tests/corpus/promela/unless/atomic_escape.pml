// note: an escape that is an atomic sequence
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 42
// transitions: 56
bool stop;
byte x, y;

active proctype P() {
	{
		x = 1;
		x = 2;
		x = 3
	} unless {
		atomic {
			stop -> y = x;
			y = y + 10
		}
	};
	assert(y == 0 || y >= 10)
}

active proctype Q() {
	stop = true;
	assert(y == 0 || y >= 10)
}
