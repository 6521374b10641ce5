// note: len is a number; empty, full, nempty and nfull are conditions
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 9
// transitions: 8
chan q = [2] of { byte };

active proctype P() {
	if :: empty(q) && nfull(q) fi;
	q!1;
	if :: nempty(q) && nfull(q) fi;
	assert(len(q) * 2 == 2);
	q!1;
	if :: full(q) && nempty(q) fi;
	if
	:: nfull(q) -> assert(false)
	:: empty(q) -> assert(false)
	:: else
	fi
}
