// note: a jump into the middle of an atomic sequence makes the rest atomic
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 10
// transitions: 13
byte x;

active proctype A() {
	x = 1;
	goto inside;
	atomic {
		x = 9;
inside:
		x = 2;
		x = 3
	}
}

active proctype B() {
	assert(x != 2)
}
