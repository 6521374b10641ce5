// note: a trace is in a valid state where its end label is
// expect: end-states=true
// decided-by: scout explicit
// states: 5
// transitions: 4
mtype = { ask, tell };
chan q = [1] of { mtype };

active proctype A() {
	q!ask;
	q!tell
}

active proctype B() {
end:
	do
	:: q?ask
	:: q?tell
	od
}

trace {
end_ask:
	do
	:: q!ask; q!tell
	od
}
