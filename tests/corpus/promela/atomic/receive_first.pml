// note: an atomic sequence that starts with a rendezvous takes control with it
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 6
chan meet = [0] of { byte };
byte x;

active proctype Giver() {
	meet!1;
	x = 7
}

active proctype Taker() {
	byte v;
	atomic {
		meet?v;
		x = v;
		x = x + 1;
		assert(x == 2)
	}
}
