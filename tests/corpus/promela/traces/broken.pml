// note: an event that the trace does not allow is an error
// expect: end-states=true event-trace=false
// decided-by: scout probe explicit
mtype = { ask, tell };
chan q = [2] of { mtype };

active proctype A() {
	q!ask;
	q!ask
}

trace {
	do
	:: q!ask; q!tell
	od
}
