// note: a for loop over an empty range does nothing
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte n, top = 1;

active proctype P() {
	byte i;
	for (i : 3 .. top) {
		n++
	}
	assert(n == 0 && i == 3)
}
