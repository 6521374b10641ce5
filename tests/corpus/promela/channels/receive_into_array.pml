// note: the fields of a message are stored from left to right
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
chan q = [1] of { byte, byte };
byte row[3];

active proctype P() {
	byte i;
	q!2,7;
	q?i,row[i];
	assert(i == 2 && row[2] == 7)
}
