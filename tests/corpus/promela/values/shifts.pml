// note: shifts are those of int: to the right with sign
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 7
int i = -8, n = 3;
byte b = 129;

active proctype P() {
	assert(i >> 1 == -4);
	assert(i << 1 == -16);
	assert(b << 1 == 258);
	assert(1 << n == 8);
	b = b << 1;
	assert(b == 2)
}
