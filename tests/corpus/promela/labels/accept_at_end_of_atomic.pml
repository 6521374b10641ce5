// note: an accept label on the last statement of an atomic sequence
// differs: Spin sees the label here, because it looks at the step before the one that closes the cycle
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
		x = 0
	}
	od
}
