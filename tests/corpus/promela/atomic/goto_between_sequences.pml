// note: a jump from one atomic sequence into another keeps control
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 8
byte x;

active proctype A() {
	atomic {
		x = 1;
		goto second
	};
	x = 9;
	atomic {
		x = 8;
second:
		x = 2;
		x = 3
	}
}

active proctype B() {
	assert(x == 0 || x == 3)
}
