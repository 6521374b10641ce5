// note: two processes that may both send and receive
// expect: end-states=true
// decided-by: scout explicit
// states: 20
// transitions: 30
chan meet = [0] of { byte };
byte n;

active [2] proctype P() {
	if
	:: meet!1 -> n = n + 1
	:: meet?1 -> n = n + 2
	fi;
	n > 0
}
