// note: a buffered send in an atomic sequence keeps control
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
chan q = [1] of { byte };
byte x;

active proctype A() {
	atomic {
		x = 1;
		q!x;
		x = 2
	}
}

active proctype B() {
	byte v;
	q?v;
	assert(x == 2 && v == 1)
}
