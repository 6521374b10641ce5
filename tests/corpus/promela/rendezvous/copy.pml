// note: a receive that leaves the message is an error on a rendezvous channel
// differs: Spin goes on after this error, as if nothing had happened
// expect: end-states=true channels=false
// decided-by: scout probe explicit
// states: 1
// transitions: 0
chan meet = [0] of { byte };

active proctype A() {
	meet!1
}

active proctype B() {
	byte v;
	meet?<v>
}
