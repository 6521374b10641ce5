// note: unsigned keeps as many bits as declared
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 11
// transitions: 10
unsigned three : 3, nine : 9;

active proctype P() {
	three = 7;
	three++;
	assert(three == 0);
	three = 13;
	assert(three == 5);
	nine = 513;
	assert(nine == 1);
	nine = -1;
	assert(nine == 511)
}
