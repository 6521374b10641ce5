// note: processes started in a loop each have their own locals
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 42
// transitions: 69
byte total;

proctype Add(byte n) {
	byte mine = n * 2;
	total = total + mine
}

init {
	byte i;
	for (i : 1 .. 2) {
		run Add(i)
	}
	_nr_pr == 1;
	assert(total == 6)
}
