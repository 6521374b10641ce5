// note: a step of C that does not end
// expect: end-states=maybe
// differs: Spin's verifier hangs
int x;

active proctype P() {
	c_code { while (now.x == 0) ; }
}
