// note: a character is its code
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte c = 'a';

active proctype P() {
	assert(c == 97);
	c = '\n';
	assert(c == 10)
}
