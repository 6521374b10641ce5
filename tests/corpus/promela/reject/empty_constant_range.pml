// note: a for loop over constants must not run backwards
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte n;

active proctype P() {
	byte i;
	for (i : 3 .. 1) {
		n++
	}
}
