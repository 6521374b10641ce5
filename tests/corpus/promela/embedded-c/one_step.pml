// note: a c_code is one step, however much it does: nobody sees x and y differ
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 31
// transitions: 60
int x, y;

active [2] proctype P() {
	c_code { now.x++; now.y++; };
	c_code { int i; for (i = 0; i < 5; i++) { now.x += 2; now.y += 2; } }
}

active proctype Watch() {
	assert(x == y)
}
