// note: the end of the process is not part of an atomic body
// expect: end-states=true
// decided-by: scout explicit
// states: 7
// transitions: 8
byte x;

active [2] proctype A() {
	atomic {
		x++;
		x--
	}
}
