// note: channels are numbered from one in the order of their creation
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 3
// transitions: 2
chan a = [1] of { byte };
chan b = [1] of { byte };
chan none;

active proctype P() {
	assert(a == 1 && b == 2 && none == 0)
}
