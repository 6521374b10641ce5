// note: a trace that the channels keep to
// expect: end-states=true event-trace=true
// decided-by: scout explicit
// states: 7
// transitions: 6
mtype = { ask, tell };
chan q = [1] of { mtype };

active proctype A() {
	q!ask;
	q!tell
}

active proctype B() {
	q?ask;
	q?tell
}

trace {
	do
	:: q!ask; q!tell
	od
}
