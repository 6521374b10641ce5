// note: p[i]@l says whether process i is at label l
// expect: end-states=false assertions=true
// decided-by: scout probe explicit
// states: 10
// transitions: 11
byte x;

active proctype A() {
	x = 1;
spot:
	x = 2
}

active proctype B() {
	A[0]@spot;
	assert(x == 1 || x == 2)
}
