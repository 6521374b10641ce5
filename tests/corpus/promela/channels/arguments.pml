// note: a channel may be an argument of a process
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 11
// transitions: 12
chan left = [1] of { byte };
chan right = [1] of { byte };

proctype Copy(chan in; chan out) {
	byte v;
	in?v;
	out!v + 1
}

init {
	byte v;
	run Copy(left, right);
	left!4;
	right?v;
	assert(v == 5)
}
