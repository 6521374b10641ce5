// note: nobody comes in between after control was taken again
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 12
// transitions: 16
byte n;
bool inside;

active proctype A() {
	atomic {
		inside = true;
		n == 1;
		n = 2;
		inside = false
	}
}

active proctype B() {
	n = 1;
	assert(n != 2 || !inside)
}
