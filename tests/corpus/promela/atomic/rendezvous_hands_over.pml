// note: a rendezvous out of an atomic sequence passes control to a receiver that is in one
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 12
// transitions: 16
chan gate = [0] of { byte };
byte x;

active proctype Giver() {
	atomic {
		x = 1;
		gate!7;
		x = 4
	}
}

active proctype Taker() {
	byte v;
	atomic {
		gate?v;
		x = 2;
		x = 3
	}
}

active proctype Witness() {
	assert(x != 2)
}
