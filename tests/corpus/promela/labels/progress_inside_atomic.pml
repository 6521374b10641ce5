// note: a progress label in the middle of an atomic sequence is not seen
// expect: end-states=true non-progress=false
// decided-by: scout explicit
// states: 1
// transitions: 1
byte x;

active proctype P() {
	do
	:: atomic {
		x = 1;
progress:
		x = 2;
		x = 0
	}
	od
}
