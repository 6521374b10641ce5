// note: polling a rendezvous channel is an error
// expect: end-states=true channels=false
// decided-by: scout probe explicit
chan meet = [0] of { byte };

active proctype P() {
	if
	:: meet?[1] -> skip
	:: else -> skip
	fi
}
