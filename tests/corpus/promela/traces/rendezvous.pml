// note: a rendezvous is an event as well
// fixme: receives on rendezvous channels in a trace are not supported yet
// expect: end-states=maybe event-trace=maybe
chan meet = [0] of { byte };

active proctype A() {
	meet!1;
	meet!2
}

active proctype B() {
	meet?1;
	meet?2
}

trace {
	meet?1;
	meet?2
}
