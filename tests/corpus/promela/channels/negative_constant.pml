// note: a negative constant may stand in a receive
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
chan q = [2] of { short };

active proctype P() {
	q!-5;
	if
	:: q?5 -> assert(false)
	:: q?-5
	fi
}
