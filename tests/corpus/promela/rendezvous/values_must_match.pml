// note: a rendezvous needs matching constants
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
chan meet = [0] of { byte, byte };

active proctype A() {
	if
	:: meet!1,5
	:: meet!2,6
	fi
}

active proctype B() {
	byte v;
	meet?2,v;
	assert(v == 6)
}
