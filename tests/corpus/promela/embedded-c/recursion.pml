// note: a recursive function is beyond what is translated, and no True is possible if a run comes there
// expect: end-states=maybe overflow=maybe
// differs: Spin executes it
int x;
c_code { int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); } }

active proctype P() {
	c_code { now.x = factorial(5); }
}
