// note: a process that is not there is at no label
// differs: Spin looks at whatever process has the number, or at zeros, whatever its type
// expect: end-states=true assertions=true
// decided-by: bmc kind explicit
// states: 8
// transitions: 7
proctype Kid() {
	byte v = 6;
spot:
	skip
}

proctype Stranger() {
	byte w = 9;
	end: false
}

init {
	run Kid();
	_nr_pr == 1;
	assert(!(Kid[1]@spot));
	run Stranger();
	assert(Kid[1]:v != 9)
}
