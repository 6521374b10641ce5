// note: assert of C
// expect: end-states=true assertions=false
// decided-by: scout probe explicit
// differs: Spin's verifier is killed by the system
c_decl {
\#include <assert.h>
}
int x;

active proctype P() {
	do
	:: x < 3 -> x++
	:: c_code { assert(now.x < 3); }; break
	od
}
