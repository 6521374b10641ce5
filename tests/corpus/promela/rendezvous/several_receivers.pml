// note: each process that can receive may be the partner
// expect: end-states=false assertions=false
// decided-by: scout probe explicit
// states: 7
// transitions: 7
chan meet = [0] of { byte };
byte who;

active proctype Sender() {
	meet!1;
	assert(who != 2)
}

active [2] proctype Receiver() {
	atomic {
		meet?1 -> who = _pid
	}
}
