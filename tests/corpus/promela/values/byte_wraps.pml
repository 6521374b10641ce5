// note: a byte is cut to eight bits when it is stored
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 11
// transitions: 10
byte b;

active proctype P() {
	b = 255;
	b++;
	assert(b == 0);
	b--;
	assert(b == 255);
	b = 1000;
	assert(b == 232);
	b = -3;
	assert(b == 253)
}
