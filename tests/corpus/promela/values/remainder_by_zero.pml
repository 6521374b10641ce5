// note: a remainder by zero is an error as well, here only on one of two runs
// differs: Spin's verifier is killed by the processor; here the property division fails and the run ends
// expect: end-states=true division=false assertions=true
// decided-by: scout bmc probe kind explicit
// states: 6
// transitions: 5
byte d = 1;
byte q;

active proctype P() {
	if
	:: d = 0
	:: d = 5
	fi;
	q = 12 % d;
	assert(q == 2)
}
