// note: for (i in row) counts the indices of an array
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 14
// transitions: 13
byte row[3];

active proctype P() {
	byte i;
	for (i in row) {
		row[i] = i + 1
	}
	assert(row[0] == 1 && row[1] == 2 && row[2] == 3)
}
