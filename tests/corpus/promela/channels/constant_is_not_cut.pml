// note: a constant in a receive is not cut: 256 matches no byte
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
chan q = [1] of { byte };

active proctype P() {
	q!256;
	if
	:: q?256 -> assert(false)
	:: q?0 -> skip
	fi
}
