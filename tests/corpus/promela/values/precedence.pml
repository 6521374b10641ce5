// note: operators bind as in C
// expect: end-states=true assertions=false
// decided-by: scout probe explicit
// states: 10
// transitions: 9
byte x = 6;

active proctype P() {
	assert(x & 3 == 0);
	assert((x & 3) == 2);
	assert(1 + 2 << 3 == 24);
	assert(x == 6 || x == 7 && x == 8);
	assert(!x == 0);
	assert(5 - 3 - 1 == 1);
	assert(x | 1 ^ 3 & 1);
	assert(2 * 7 % 4 == 2)
}
