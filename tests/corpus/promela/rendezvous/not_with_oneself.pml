// note: a process cannot meet itself
// expect: end-states=false
// decided-by: scout probe explicit
// states: 1
// transitions: 0
chan meet = [0] of { byte };

active proctype P() {
	if
	:: meet!1
	:: meet?1
	fi
}
