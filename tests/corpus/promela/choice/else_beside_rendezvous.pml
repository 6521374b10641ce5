// note: else beside a rendezvous is taken only where no partner is ready
// expect: end-states=false
// decided-by: scout probe explicit
// states: 11
// transitions: 12
chan meet = [0] of { byte };
byte met, waited;

active proctype Caller() {
	if
	:: meet!3 -> met = 1
	:: else -> waited = 1
	fi
}

active proctype Callee() {
	byte v;
	skip;
	meet?v
}
