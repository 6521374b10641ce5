// note: division and remainder round towards zero as in C
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
int i = -9, j = 4;

active proctype P() {
	assert(i / j == -2);
	assert(i % j == -1);
	assert(9 / -4 == -2);
	assert(9 % -4 == 1)
}
