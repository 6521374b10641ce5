// note: C between handshakes of processes that are started late
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 47
// transitions: 67
chan c = [0] of { byte };
c_state "int sum" "Global"

proctype Sender(byte v) { c ! v }
init {
	byte v, n;
	run Sender(3);
	run Sender(4);
	do
	:: n < 2 -> c ? v; c_code { now.sum += Pinit->v; }; n++
	:: else -> break
	od;
	assert(c_expr { now.sum == 7 })
}
