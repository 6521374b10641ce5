// note: xr and xs promise who uses a channel, and change nothing else
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 12
// transitions: 15
chan q = [2] of { byte };

active proctype Reader() {
	xr q;
	byte v;
	q?v;
	q?v;
	assert(v == 2)
}

active proctype Writer() {
	xs q;
	q!1;
	q!2
}
