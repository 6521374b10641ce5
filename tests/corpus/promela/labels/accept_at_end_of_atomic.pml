// note: an accept label on the last statement of an atomic sequence
// expect: end-states=true acceptance=false
// states: 1
// transitions: 1
byte x;

active proctype P() {
	do
	:: atomic {
		x = 1;
accept:
		x = 0
	}
	od
}
