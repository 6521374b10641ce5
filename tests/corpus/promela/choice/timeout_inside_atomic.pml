// note: a timeout in an atomic sequence waits until nobody can move
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 12
// transitions: 15
byte x, y;

active proctype A() {
	atomic {
		x = 1;
		timeout;
		x = 2
	}
}

active proctype B() {
	y = 1;
	y = 2;
	assert(x != 2)
}
