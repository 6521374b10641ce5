// note: int arithmetic wraps around
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 7
int i = 2147483647;

active proctype P() {
	i = i + 1;
	assert(i < 0);
	i = i - 1;
	assert(i > 0);
	i = 65536 * 65536;
	assert(i == 0)
}
