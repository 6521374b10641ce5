// note: a goto that leaves an atomic sequence is a step of its own: control is given up there
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 20
// transitions: 26
byte mark;

active proctype Jumper() {
	atomic {
		mark = 1;
		goto outside
	};
	mark = 9;
outside:
	mark = 2
}

active proctype Other() {
	mark = 3;
	assert(mark != 9)
}
