// note: what run gives may be used in arithmetic
// expect: end-states=true assertions=true processes=true
// decided-by: scout explicit
// states: 8
// transitions: 9
proctype Kid() {
	skip
}

init {
	byte x;
	x = run Kid() + 1;
	assert(x == 2)
}
