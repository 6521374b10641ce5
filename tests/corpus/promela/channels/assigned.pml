// note: a channel variable may be given another channel
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
chan a = [1] of { byte };
chan b = [1] of { byte };
chan now;

active proctype P() {
	now = a;
	now!1;
	now = b;
	now!2;
	assert(a?[1] && b?[2])
}
