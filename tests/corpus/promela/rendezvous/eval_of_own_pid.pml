// note: a receiver may ask for its own number
// expect: end-states=true
// decided-by: scout explicit
// states: 7
// transitions: 7
chan meet = [0] of { pid };

active proctype Sender() {
	meet!2;
	meet!1
}

active [2] proctype Receiver() {
	meet?eval(_pid)
}
