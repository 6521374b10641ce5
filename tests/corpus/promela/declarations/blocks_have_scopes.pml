// note: names of different processes and of blocks that follow each other are strangers
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 13
// transitions: 18
byte v = 1;

active proctype P() {
	byte w = 2;
	{
		byte x = 3;
		assert(x == 3 && w == 2)
	};
	assert(w == 2)
}

active proctype Q() {
	byte w = 5;
	assert(v == 1 && w == 5)
}
