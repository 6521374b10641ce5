// note: a run that passes an accept label again and again is an acceptance cycle
// expect: end-states=true acceptance=false
// decided-by: explicit
// states: 4
// transitions: 4
byte x;

active proctype P() {
	do
	:: x = 1 - x;
accept_here:
		skip
	od
}
