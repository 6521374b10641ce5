// note: a short has sixteen bits and a sign
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 9
// transitions: 8
short s;

active proctype P() {
	s = 32767;
	s++;
	assert(s == -32768);
	s = 65535;
	assert(s == -1);
	s = -40000;
	assert(s == 25536)
}
