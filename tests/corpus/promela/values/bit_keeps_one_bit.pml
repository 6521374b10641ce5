// note: a single bit or bool keeps the lowest bit
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 10
// transitions: 9
bit t;
bool o;

active proctype P() {
	t = 2;
	assert(t == 0);
	t = 5;
	assert(t == 1);
	o = 6;
	assert(!o);
	o = -1;
	assert(o == 1)
}
