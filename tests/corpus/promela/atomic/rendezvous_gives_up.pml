// note: a rendezvous out of an atomic sequence gives up control if the receiver is in none
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 13
// transitions: 14
chan gate = [0] of { byte };
byte x;

active proctype Giver() {
	atomic {
		gate!7;
		x = 1;
		x = 2
	}
}

active proctype Taker() {
	gate?_;
	assert(x != 1);
	x = 5
}
