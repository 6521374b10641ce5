// note: run with too few arguments
// reject: wrong-arguments
proctype Kid(byte a; byte b) {
	skip
}

init {
	run Kid(1)
}
