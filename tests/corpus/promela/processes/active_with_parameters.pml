// note: parameters of an active process are zero
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 3
// transitions: 2
active proctype P(byte n) {
	assert(n == 0)
}
