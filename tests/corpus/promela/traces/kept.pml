// note: a trace that the channels keep to
// fixme: a trace whose processes are all gone need not be at an end
// expect: end-states=false event-trace=true
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
