// note: an accept label in the middle of an atomic sequence is not seen
// expect: end-states=true acceptance=true
// decided-by: explicit
// states: 1
// transitions: 1
byte x;

active proctype P() {
	do
	:: atomic {
		x = 1;
accept:
		x = 2;
		x = 0
	}
	od
}
