// note: a variable of C that was never written may hold anything: too much to try
// expect: end-states=maybe assertions=maybe
// decided-by: probe
// differs: Spin takes what happens to be there
int x;

active proctype P() {
	c_code { int v; now.x = v; };
	assert(x == 0)
}
