// note: a rendezvous over a channel given as an argument
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 7
chan plain = [0] of { byte };

proctype Kid(chan c) {
	c!3
}

init {
	byte v;
	run Kid(plain);
	plain?v;
	assert(v == 3)
}
