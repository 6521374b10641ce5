// note: dividing by zero is an error with a trace
// differs: Spin's verifier is killed by the processor; here the property division fails and the run ends
// expect: end-states=true division=false
// decided-by: scout probe explicit
// states: 2
// transitions: 1
byte zero;
byte q;

active proctype P() {
	q = 1;
	q = 12 / zero;
	q = 2
}
