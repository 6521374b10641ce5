// note: a shift uses the lowest five bits of its distance
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
int far = 35, r;

active proctype P() {
	r = 1 << far;
	assert(r == 8);
	r = 256 >> far;
	assert(r == 32)
}
