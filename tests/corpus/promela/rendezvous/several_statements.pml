// note: each receive of the partner may take part
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 11
// transitions: 10
chan meet = [0] of { byte };
byte took;

active proctype Sender() {
	meet!4
}

active proctype Receiver() {
	byte v;
	if
	:: meet?v -> took = 1
	:: meet?4 -> took = 2
	:: meet?5 -> took = 3
	fi;
	assert(took != 3)
}
