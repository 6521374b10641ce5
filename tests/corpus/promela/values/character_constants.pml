// note: a character is its code
// expect: end-states=true assertions=true
// states: 5
// transitions: 4
byte c = 'a';

active proctype P() {
	assert(c == 97);
	c = '\n';
	assert(c == 10)
}
