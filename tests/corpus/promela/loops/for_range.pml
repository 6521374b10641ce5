// note: after a for loop, the variable is one beyond the range
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 14
// transitions: 13
byte sum;

active proctype P() {
	byte i;
	for (i : 2 .. 4) {
		sum = sum + i
	}
	assert(sum == 9 && i == 5)
}
