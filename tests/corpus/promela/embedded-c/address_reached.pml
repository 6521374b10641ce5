// note: a run comes where the address of a variable of the model is taken
// expect: end-states=maybe
// differs: Spin hands it out
int x;
c_code { void set(int *p) { *p = 1; } }

active proctype P() {
	c_code { set(&now.x); }
}
