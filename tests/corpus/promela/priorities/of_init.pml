// note: a priority of init alone switches priorities on
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 11
// transitions: 12
byte x;

proctype Child() {
	x++
}

init priority 10 {
	run Child();
	run Child();
	assert(x == 0)
}
