// note: each element of a bit array is a bit
// differs: Spin's verifier keeps a whole byte for each element, its simulator one bit; a bit is a bit here
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
bit flags[3];

active proctype P() {
	flags[1] = 2;
	assert(flags[1] == 0);
	flags[2] = 3;
	assert(flags[2] == 1)
}
