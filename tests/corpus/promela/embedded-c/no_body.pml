// note: a function that nobody defines returns anything: here one of two values
// expect: end-states=true assertions=false
// decided-by: scout probe explicit
// differs: for Spin the function must be there
c_decl { _Bool __VERIFIER_nondet_bool(void); }
bool b;

active proctype P() {
	c_code { now.b = __VERIFIER_nondet_bool(); };
	assert(!b)
}
