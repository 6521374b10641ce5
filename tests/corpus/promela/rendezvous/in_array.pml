// note: an array of rendezvous channels: only equal indices meet
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
chan meet[2] = [0] of { byte };
byte got;

active proctype A() {
	meet[1]!5
}

active proctype B() {
	byte v;
	if
	:: meet[0]?v -> assert(false)
	:: meet[1]?v -> got = v
	fi;
	assert(got == 5)
}
