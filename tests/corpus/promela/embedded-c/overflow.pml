// note: signed arithmetic of C that overflows is an error; that of Promela wraps
// expect: end-states=true overflow=false assertions=true
// decided-by: scout probe explicit
// differs: Spin goes on with whatever the compiler made of it
int x = 2147483647;
int y = 2147483647;

active proctype P() {
	y = y + 1;
	assert(y < 0);
	c_code { now.x++; }
}
