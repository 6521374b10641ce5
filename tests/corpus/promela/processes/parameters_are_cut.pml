// note: an argument is cut to the type of the parameter
// expect: end-states=true assertions=true
// decided-by: scout bmc kind explicit
// states: 5
// transitions: 4
proctype Child(byte b; bit c; short s) {
	assert(b == 1 && c == 0 && s == -1)
}

init {
	run Child(257, 2, 65535)
}
