// note: what run gives may be used in arithmetic
// fixme: Spin takes run as part of any expression
// reject: misplaced-run
proctype Kid() {
	skip
}

init {
	byte x;
	x = run Kid() + 1;
	assert(x == 2)
}
