// note: an array declared at the start has its first value everywhere
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 3
// transitions: 2
active proctype P() {
	byte row[3] = 7;
	assert(row[0] + row[1] + row[2] == 21)
}
