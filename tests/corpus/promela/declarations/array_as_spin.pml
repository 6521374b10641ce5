// note: with Spin's peculiarities, an array declared behind a statement gets its first value in the first element only
// options: --spin-compatible
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte x;

active proctype P() {
	x = 1;
	byte row[3] = 7;
	assert(row[0] == 7 && row[1] == 0 && row[2] == 0)
}
