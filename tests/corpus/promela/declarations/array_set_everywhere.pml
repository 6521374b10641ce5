// note: an array declared behind a statement gets its first value in all elements, at that step
// differs: Spin 6.5.2 sets the first element only, later editions set all when the process is made
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte x;

active proctype P() {
	x = 1;
	byte row[3] = 7;
	assert(row[0] == 7 && row[1] == 7 && row[2] == 7)
}
