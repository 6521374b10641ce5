// note: an atomic sequence that cannot go on gives up control, and takes it again when it can
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 10
// transitions: 11
byte door;

active proctype Visitor() {
	atomic {
		door = 1;
		door == 2;
		door = 3;
		door = 4
	}
}

active proctype Keeper() {
	door == 1;
	door = 2;
	assert(door != 3)
}
