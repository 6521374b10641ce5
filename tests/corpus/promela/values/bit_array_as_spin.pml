// note: with Spin's peculiarities, an element of a bit array is a byte
// options: --spin-compatible
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
bit flags[3];

active proctype P() {
	flags[1] = 2;
	assert(flags[1] == 2);
	flags[2] = 259;
	assert(flags[2] == 3)
}
