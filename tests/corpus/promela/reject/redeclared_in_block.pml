// note: a name is declared once in a process, even in a block of its own
// fixme: Spin refuses a name that is declared again in an inner block, or hides a global
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte v = 1;

active proctype P() {
	byte w = 2;
	{
		byte w = 3;
		assert(w == 3)
	};
	assert(w == 2)
}
