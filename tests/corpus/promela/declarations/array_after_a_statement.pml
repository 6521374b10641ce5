// note: an array declared behind a statement gets its first value in the first element only, at that step
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
byte x;

active proctype P() {
	x = 1;
	byte row[3] = 7;
	assert(row[0] == 7);
	x = row[1] + row[2]
}
