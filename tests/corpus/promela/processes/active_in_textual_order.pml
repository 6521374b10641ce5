// note: active processes and init are numbered in the order of the text
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 31
// transitions: 64
byte order;

active proctype First() {
	assert(_pid == 0)
}

init {
	assert(_pid == 1)
}

active [2] proctype Third() {
	assert(_pid == 2 || _pid == 3)
}
