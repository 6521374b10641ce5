// note: C that ends the program
// expect: end-states=maybe
// differs: Spin's verifier ends
int x;

active proctype P() {
	c_code { if (now.x == 0) exit(1); }
}
